import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type RecordType = 'PTR' | 'A' | 'AAAA';
/** `null` for no answer at all. */
type Answer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | null;

export interface DnsServer {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  /** What was asked: `PTR 1.66.249.66.in-addr.arpa`. */
  readonly asked: string[];
  close(): void;
}

const TYPES: ReadonlyMap<number, RecordType> = new Map([
  [1, 'A'],
  [12, 'PTR'],
  [28, 'AAAA'],
]);
const RCODES = { SERVFAIL: 2, NXDOMAIN: 3 } as const;
const HEADER_BYTES = 12;

/** A DNS server on loopback. */
export async function startDnsServer(answer: (type: RecordType, name: string) => Answer): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    const kind = TYPES.get(type);
    const records = kind ? answer(kind, name) : 'NXDOMAIN';
    asked.push(`${kind} ${name}`);
    if (records === null) return;
    const list = typeof records === 'string' ? [] : records;
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180 | (typeof records === 'string' ? RCODES[records] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(list.length, 6);
    const answers = list.map((record) => recordOf(type, dataOf(kind, record)));
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]),
      from.port,
      from.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() };
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  // c-ares mixes upper and lower case, to recognise forged responses.
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // The name is that of the question.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(kind: RecordType | undefined, record: string): Buffer {
  if (kind === 'A') return Buffer.from(record.split('.').map(Number));
  // Addresses are written in full.
  if (kind === 'AAAA') return Buffer.from(record.replaceAll(':', ''), 'hex');
  const labels = record.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.alloc(1)]);
}
