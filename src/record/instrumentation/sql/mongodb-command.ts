import { isPlain } from '../../plain-data.ts';

type Document = Readonly<Record<string, unknown>>;

/** Commands whose first field is the name of a collection. In others it may be the name of a user. */
const OF_COLLECTION = new Set([
  'aggregate',
  'count',
  'create',
  'createIndexes',
  'delete',
  'distinct',
  'drop',
  'dropIndexes',
  'find',
  'findAndModify',
  'findandmodify',
  'insert',
  'listIndexes',
  'mapReduce',
  'update',
]);
const MAX_DEPTH = 4;
const MAX_FIELDS = 20;
const MAX_LENGTH = 300;
/** A part of a field's name. Other names may be values, such as the keys of a map. */
const FIELD_PART = /^[$A-Za-z_][A-Za-z_]{0,39}\d{0,2}$/;

/** A command with its collection and its filter without values: `find books { year: { $gt: ? } }`. */
export function describeCommand(name: string, command: Document): string {
  const collection = OF_COLLECTION.has(name) ? command[name] : name === 'getMore' && command.collection;
  const shape = shapeOfCommand(name, command);
  const parts = [name, typeof collection === 'string' ? collection : '', shape];
  const text = parts.filter((part) => part !== '').join(' ');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function shapeOfCommand(name: string, command: Document): string {
  if (name === 'aggregate') return shapeOf(command.pipeline, 0);
  if (name === 'update') return shapesOf(command.updates);
  if (name === 'delete') return shapesOf(command.deletes);
  const filter = name === 'find' ? command.filter : OF_COLLECTION.has(name) ? command.query : undefined;
  return isDocument(filter) ? shapeOf(filter, 0) : '';
}

/** The filters of several updates or deletions in one command. Newer versions keep them in a sequence of documents. */
function shapesOf(given: unknown): string {
  const statements: unknown = Array.isArray(given) ? given : Object(given).documents;
  if (!Array.isArray(statements)) return '';
  const filters = statements.slice(0, MAX_FIELDS).map((statement) => shapeOf(Object(statement).q, 0));
  return [...new Set(filters)].join(', ');
}

function shapeOf(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '?';
  if (Array.isArray(value)) {
    if (!value.every(isDocument)) return '?';
    const shapes = value.slice(0, MAX_FIELDS).map((item) => shapeOf(item, depth + 1));
    return `[${[...new Set(shapes)].join(', ')}]`;
  }
  if (!isDocument(value)) return '?';
  const fields = Object.keys(value)
    .slice(0, MAX_FIELDS)
    .map((key) => `${fieldName(key)}: ${shapeOf(value[key], depth + 1)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function fieldName(key: string): string {
  return key
    .split('.', MAX_DEPTH)
    .map((part) => (FIELD_PART.test(part) ? part : '?'))
    .join('.');
}

/** Not an ObjectId, a date or the like. */
function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && isPlain(value);
}

/** A reply of version 6.6 and later, which parses only the fields that are read. */
interface LazyReply {
  /** The number of documents, if it has a cursor. */
  readonly batchSize?: number;
  has(field: string): boolean;
  getNumber(field: string): number | null;
  toObject(): Document;
}

/** How many documents a command has returned or changed. */
export function countDocuments(reply: unknown): number | undefined {
  if (isLazy(reply)) return reply.batchSize ?? reply.getNumber('n') ?? undefined;
  const { cursor, n, values } = Object(reply) as Document;
  const { firstBatch, nextBatch } = Object(cursor) as Document;
  const batch = [firstBatch, nextBatch, values].find(Array.isArray);
  if (batch) return batch.length;
  return typeof n === 'number' ? n : undefined;
}

function isLazy(reply: unknown): reply is LazyReply {
  return typeof (reply as Partial<LazyReply> | undefined)?.getNumber === 'function';
}

/**
 * The error of a server, or of the first document that it could not write, up to the part of the text that may repeat a
 * value: `E11000 duplicate key error collection: shop.books index: isbn_1 dup key:`.
 */
export function commandError(reply: unknown): Error | undefined {
  if (isLazy(reply)) return reply.has('writeErrors') ? commandError(reply.toObject()) : undefined;
  const { writeErrors, errmsg, message, code, codeName } = Object(reply) as Document;
  const [first] = Array.isArray(writeErrors) ? writeErrors : [];
  if (first) return commandError(first);
  if (code === undefined || (reply instanceof Error && typeof code !== 'number')) return undefined;
  const text = [errmsg, message].find((found) => typeof found === 'string') ?? '';
  const [known = ''] = String(text).split(/["'`{[(]/, 1);
  const named = typeof codeName === 'string' ? ` (${codeName})` : '';
  return Object.assign(new Error(`${known.trim()}${named}`), { name: 'MongoServerError' });
}
