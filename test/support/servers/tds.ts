import { startFakeServer } from './fake-server.ts';

const BATCH = 1;
const RPC = 3;
const REPLY = 4;
const ATTENTION = 6;
const BULK_LOAD = 7;
const TRANSACTION = 14;
const LOGIN = 16;
const PRELOGIN = 18;

const DONE = 0xfd;
const DONE_IN_PROCEDURE = 0xff;
const DONE_PROCEDURE = 0xfe;
const HAS_COUNT = 0x10;

export interface SqlServer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A small fake of SQL Server's protocol (TDS 7.4), because there is no SQL Server to test with. It answers every statement
 * with two rows of one column `a`, `UPDATE` with four changed rows, `missing` and `convert` with an error, `WAITFOR` after
 * 30 ms. Procedures, prepared statements, transactions, bulk loads and cancellation are answered as the real server does.
 */
export function startSqlServer(): Promise<SqlServer> {
  return startFakeServer({
    headerLength: 8,
    messageLength: (received) => received.readUInt16BE(2),
    onConnection(socket) {
      let message = Buffer.alloc(0);
      let waiting: NodeJS.Timeout | undefined;
      return (packet) => {
        message = Buffer.concat([message, packet.subarray(8)]);
        if (((packet[1] ?? 0) & 1) === 0) return;
        const type = packet[0] ?? 0;
        const answer = frame(reply(type, message));
        if (type === ATTENTION) {
          // The answer to the request ends first.
          if (waiting) socket.write(frame(done(DONE, 0, 0)));
          clearTimeout(waiting);
        }
        if (contains(message, 'WAITFOR'))
          waiting = setTimeout(() => {
            waiting = undefined;
            socket.write(answer);
          }, 30);
        else socket.write(answer);
        message = Buffer.alloc(0);
      };
    },
  });
}

function reply(type: number, message: Buffer): Buffer {
  switch (type) {
    case PRELOGIN:
      return PRELOGIN_REPLY;
    case LOGIN:
      return Buffer.concat([DATABASE, COLLATION, LOGIN_ACK, done(DONE, 0, 0)]);
    case BATCH:
      return answer(message, DONE);
    case RPC:
      return Buffer.concat([procedureAnswer(message), token(0x79, int32(0)), done(DONE_PROCEDURE, 0, 0)]);
    case TRANSACTION:
      return Buffer.concat([
        transactionChange(message.readUInt16LE(message.readUInt32LE(0))),
        done(DONE, 0, 0),
      ]);
    case BULK_LOAD:
      return done(DONE, HAS_COUNT, 3);
    case ATTENTION:
      return done(DONE, 0x20, 0);
    default:
      throw new Error(`unknown message ${type}`);
  }
}

function procedureAnswer(message: Buffer): Buffer {
  const start = message.readUInt32LE(0);
  const procedure = message.readUInt16LE(start) === 0xffff ? message.readUInt16LE(start + 2) : 0;
  if (procedure === 11) return PREPARED;
  return procedure === 15 ? Buffer.alloc(0) : answer(message, DONE_IN_PROCEDURE);
}

function answer(message: Buffer, end: number): Buffer {
  if (contains(message, 'missing'))
    return Buffer.concat([error(208, "Invalid object name 'missing'."), done(end, 2, 0)]);
  if (contains(message, 'convert')) {
    const text = message.toString('latin1').replaceAll('\0', '');
    return Buffer.concat([
      error(245, `Conversion failed when converting the value '${text.slice(-60)}' to int.`),
      done(end, 2, 0),
    ]);
  }
  if (contains(message, 'UPDATE')) return done(end, HAS_COUNT, 4);
  if (contains(message, 'insert bulk') || contains(message, 'set ansi_nulls')) return done(end, 0, 0);
  return Buffer.concat([COLUMNS, row(1), row(2), done(end, HAS_COUNT, 2)]);
}

/** The text may start at any byte. */
function contains(message: Buffer, text: string): boolean {
  return message.includes(Buffer.from(text, 'utf16le'));
}

function frame(body: Buffer): Buffer {
  const header = Buffer.from([REPLY, 1, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(body.length + 8, 2);
  return Buffer.concat([header, body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function token(type: number, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([type]), ...parts]);
}

/** A token with its length. */
function sizedToken(type: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(2);
  size.writeUInt16LE(body.length);
  return token(type, size, body);
}

function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'utf16le')]);
}

function done(type: number, status: number, rows: number): Buffer {
  const body = Buffer.alloc(12);
  body.writeUInt16LE(status, 0);
  body.writeUInt16LE(0xc1, 2);
  body.writeUInt32LE(rows, 4);
  return token(type, body);
}

function error(number: number, text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const message = Buffer.concat([length, Buffer.from(text, 'utf16le')]);
  return sizedToken(
    0xaa,
    int32(number),
    Buffer.from([1, 16]),
    message,
    shortText('fake'),
    shortText(''),
    int32(1),
  );
}

/** A transaction begins (5), is committed (7) or rolled back (8). A savepoint changes nothing. */
function transactionChange(request: number): Buffer {
  const id = Buffer.from([8, 1, 0, 0, 0, 0, 0, 0, 0]);
  const none = Buffer.from([0]);
  if (request === 5) return sizedToken(0xe3, Buffer.from([8]), id, none);
  if (request === 7 || request === 8) return sizedToken(0xe3, Buffer.from([request + 2]), none, id);
  return Buffer.alloc(0);
}

function row(value: number): Buffer {
  return token(0xd1, Buffer.from([4]), int32(value));
}

const DATABASE = sizedToken(0xe3, Buffer.from([1]), shortText('shop'), shortText('master'));
const COLLATION = sizedToken(0xe3, Buffer.from([7, 5, 9, 4, 0xd0, 0, 0x34, 0]));
const INT_TYPE = Buffer.from([0x26, 4]);
const COLUMNS = token(0x81, Buffer.from([1, 0]), int32(0), Buffer.from([9, 0]), INT_TYPE, shortText('a'));
/** The handle of a prepared statement, which is an output parameter. */
const PREPARED = token(
  0xac,
  Buffer.from([0, 0]),
  shortText('@handle'),
  Buffer.from([1]),
  int32(0),
  Buffer.from([0, 0]),
  INT_TYPE,
  Buffer.from([4]),
  int32(1),
);
const LOGIN_ACK = sizedToken(
  0xad,
  Buffer.from([1, 0x74, 0, 0, 4]),
  shortText('fake'),
  Buffer.from([16, 0, 0, 0]),
);
/** The version, no encryption, the instance, the thread and no multiple result sets. */
const PRELOGIN_REPLY = Buffer.from([
  ...[0, 0, 26, 0, 6],
  ...[1, 0, 32, 0, 1],
  ...[2, 0, 33, 0, 1],
  ...[3, 0, 34, 0, 0],
  ...[4, 0, 34, 0, 1],
  0xff,
  ...[16, 0, 0, 0, 0, 0],
  2,
  0,
  0,
]);
