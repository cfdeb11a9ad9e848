import { BSON } from 'mongodb';
import { startFakeServer } from './fake-server.ts';

type Document = Record<string, unknown>;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

export interface MongoServer {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * A small fake of the MongoDB wire protocol, because Debian has no MongoDB server. It stores documents in memory and knows
 * hello, ping, insert, find (equality only), getMore, update, delete, aggregate and transactions that are never rolled back.
 * The collection `broken` answers with an error, `slow` after 30 ms.
 */
export async function startMongo(): Promise<MongoServer> {
  const collections = new Map<string, Document[]>();
  const cursors = new Map<bigint, Document[]>();
  const server = await startFakeServer({
    headerLength: 4,
    messageLength: (received) => received.readInt32LE(0),
    onConnection: (socket) => (message) => {
      const { command, isQuery } = readCommand(message);
      const reply = run(command, collections, cursors);
      const bytes = isQuery ? queryReply(message, reply) : msgReply(message, reply);
      if (command.find === 'slow') setTimeout(() => socket.write(bytes), 30);
      else socket.write(bytes);
    },
  });
  return { ...server, url: `mongodb://${server.host}:${server.port}/?directConnection=true` };
}

function run(
  command: Document,
  collections: Map<string, Document[]>,
  cursors: Map<bigint, Document[]>,
): Document {
  const [name = ''] = Object.keys(command);
  const target = String(command[name]);
  const documents = collections.get(target) ?? [];
  if (target === 'broken')
    return {
      ok: 0,
      code: 2,
      codeName: 'BadValue',
      errmsg: `unknown operator in { a: "${JSON.stringify(command.filter)}" }`,
    };
  switch (name.toLowerCase()) {
    case 'hello':
    case 'ismaster':
      return HELLO;
    case 'insert': {
      const added = command.documents as Document[];
      const writeErrors = added.flatMap(({ _id }, index) =>
        documents.some((document) => String(document._id) === String(_id))
          ? [
              {
                index,
                code: 11000,
                errmsg: `E11000 duplicate key error collection: shop.${target} index: _id_ dup key: { _id: "${_id}" }`,
              },
            ]
          : [],
      );
      if (writeErrors.length === 0) collections.set(target, [...documents, ...added]);
      return { ok: 1, n: added.length - writeErrors.length, ...(writeErrors.length > 0 && { writeErrors }) };
    }
    case 'find':
    case 'aggregate': {
      const found = documents
        .filter((document) => matches(document, (command.filter ?? {}) as Document))
        .slice(0, Number(command.limit || 101));
      const size = Number(command.batchSize ?? Object(command.cursor).batchSize ?? 101);
      const id = found.length > size ? BigInt(cursors.size + 1) : 0n;
      if (id > 0n) cursors.set(id, found.slice(size));
      return {
        ok: 1,
        cursor: { id: BSON.Long.fromBigInt(id), ns: `shop.${target}`, firstBatch: found.slice(0, size) },
      };
    }
    case 'getmore': {
      const id = BigInt(String(command.getMore));
      const nextBatch = cursors.get(id) ?? [];
      return { ok: 1, cursor: { id: BSON.Long.ZERO, ns: `shop.${command.collection}`, nextBatch } };
    }
    case 'update':
      return { ok: 1, n: matching(command.updates, documents), nModified: 1 };
    case 'delete':
      return { ok: 1, n: matching(command.deletes, documents) };
    default:
      return { ok: 1 };
  }
}

const HELLO = {
  ok: 1,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 21,
};

function matching(statements: unknown, documents: readonly Document[]): number {
  return (statements as { q: Document }[]).reduce(
    (sum, { q }) => sum + documents.filter((document) => matches(document, q)).length,
    0,
  );
}

function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(
    ([key, value]) => (typeof value === 'object' && value !== null) || document[key] === value,
  );
}

function readCommand(message: Buffer): { command: Document; isQuery: boolean } {
  if (message.readInt32LE(12) === OP_QUERY) {
    const start = message.indexOf(0, 20) + 9;
    return { command: BSON.deserialize(message.subarray(start)), isQuery: true };
  }
  let command: Document = {};
  for (let at = 20; at < message.length; ) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (kind === 0) command = { ...BSON.deserialize(section), ...command };
    else {
      const end = section.indexOf(0, 4);
      const documents: Document[] = [];
      for (let from = end + 1; from < section.length; from += section.readInt32LE(from))
        documents.push(BSON.deserialize(section.subarray(from, from + section.readInt32LE(from))));
      command[section.toString('utf8', 4, end)] = documents;
    }
    at += 1 + size;
  }
  return { command, isQuery: false };
}

function msgReply(request: Buffer, reply: Document): Buffer {
  return frame(request, OP_MSG, Buffer.alloc(5), reply);
}

function queryReply(request: Buffer, reply: Document): Buffer {
  const fields = Buffer.alloc(20);
  fields.writeInt32LE(1, 16);
  return frame(request, OP_REPLY, fields, reply);
}

function frame(request: Buffer, operation: number, fields: Buffer, reply: Document): Buffer {
  const body = BSON.serialize(reply);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + fields.length + body.length, 0);
  header.writeInt32LE(request.readInt32LE(4), 8);
  header.writeInt32LE(operation, 12);
  return Buffer.concat([header, fields, body]);
}
