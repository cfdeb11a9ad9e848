import { knownFormat, password, type Secret, secretName } from './secrets-kinds.ts';
import { createRandom, type Random } from './secrets-random.ts';

/** A thrown value that contains a secret. `canaries` must not occur in anything that is stored. */
export interface PlantedError {
  readonly thrown: unknown;
  readonly canaries: readonly string[];
}

/** An error of a library, and the objects that libraries attach to their errors. */
interface ErrorKind {
  readonly message?: string;
  readonly name?: string;
  readonly fields: object;
}
type Plant = (random: Random, name: string, text: string) => ErrorKind;

class ClientRequest {
  readonly _header: string;
  constructor(secret: string) {
    this._header = `GET / HTTP/1.1\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  }
}
class ValidationErrorItem {
  readonly path: string;
  readonly value: string;
  readonly message: string;
  constructor(path: string, value: string) {
    this.path = path;
    this.value = value;
    this.message = `${path} cannot be ${value}`;
  }
}

/** Generates errors with secrets; the same seed gives the same ones. */
export function* plantedErrors(count: number, seed = 1): Generator<PlantedError> {
  const random = createRandom(seed);
  for (let n = 0; n < count; n++) yield plant(random);
}

function plant(random: Random): PlantedError {
  const isNamed = random.below(4) > 0;
  const secret: Secret = isNamed ? password(random) : knownFormat(random);
  const kinds = isNamed ? NAMED : BY_FORMAT;
  const kind = random.pick(kinds)(random, secretName(random), secret.text);
  return { thrown: wrap(random, throwable(random, kind)), canaries: secret.canaries };
}

function throwable(random: Random, { message = 'failed', name, fields }: ErrorKind): unknown {
  if (random.below(8) === 0) return { message, ...(name !== undefined && { name }), ...fields };
  return Object.assign(new Error(message), name === undefined ? {} : { name }, fields);
}

function wrap(random: Random, thrown: unknown): unknown {
  return random.pick([
    () => thrown,
    () => thrown,
    () => new Error('wrapped', { cause: thrown }),
    () => new AggregateError([new TypeError('first'), thrown], 'all failed'),
    () => Object.assign(new Error('outer'), { original: thrown, parent: thrown }),
    () => Object.assign(new Error('outer'), { details: { error: thrown, list: [thrown] } }),
  ])();
}

const axios: Plant = (_, name, text) => ({
  name: 'AxiosError',
  message: 'Request failed with status code 401',
  fields: {
    code: 'ERR_BAD_REQUEST',
    status: 401,
    config: {
      method: 'post',
      url: `https://api.example/v1?${name}=${encodeURIComponent(text)}`,
      headers: { Authorization: `Bearer ${text}`, Cookie: `a=${text}`, 'X-Anything': text, Accept: '*/*' },
      auth: { username: 'jo', password: text },
      data: JSON.stringify({ user: 'jo', [name]: text }),
    },
    request: new ClientRequest(text),
    response: {
      status: 401,
      headers: { 'set-cookie': [`sid=${text}`], 'x-own': text },
      data: { [name]: text, nested: { [name]: [text] } },
      request: new ClientRequest(text),
    },
  },
});

const postgres: Plant = (random, name, text) => ({
  name: 'error',
  message: 'duplicate key value violates unique constraint "users_email_key"',
  fields: {
    length: 234,
    severity: 'ERROR',
    code: '23505',
    detail: random.pick([
      `Key (email)=(${text}) already exists.`,
      `Key (email, ${name})=(a@b.example, ${text}) already exists.`,
      `Failing row contains (1, jo, ${text}).`,
    ]),
    internalQuery: `insert into users values ('${text.replaceAll("'", "''")}')`,
    table: 'users',
    constraint: 'users_email_key',
    parameters: ['jo', text],
  },
});

const mysql: Plant = (_, _name, text) => ({
  message: `Duplicate entry '${text.replaceAll("'", "\\'")}' for key 'users.email'`,
  fields: {
    code: 'ER_DUP_ENTRY',
    errno: 1062,
    sqlState: '23000',
    sqlMessage: `Duplicate entry '${text.replaceAll("'", "\\'")}' for key 'users.email'`,
    sql: `INSERT INTO users (email) VALUES ('${text.replaceAll("'", "''")}')`,
  },
});

const sequelize: Plant = (_, name, text) => ({
  name: 'SequelizeUniqueConstraintError',
  message: 'Validation error',
  fields: {
    sql: `INSERT INTO "Users" ("id","hash") VALUES (DEFAULT,'${text.replaceAll("'", "''")}') RETURNING *;`,
    parameters: [text],
    fields: { [name]: text },
    errors: [
      new ValidationErrorItem(name, text),
      { path: name, value: text, message: `${name} is ${text}`, type: 'unique violation' },
    ],
  },
});

const validation: Plant = (random, name, text) => {
  const issues = [
    { code: 'invalid_type', expected: 'string', path: ['user', 'age'], message: 'Required' },
    { code: 'invalid_literal', path: ['user', name], received: text, input: text, message: `got ${text}` },
  ];
  return random.pick<ErrorKind>([
    { name: 'ZodError', message: JSON.stringify(issues, null, 2), fields: { issues } },
    { name: 'ZodError', message: JSON.stringify(issues), fields: {} },
    {
      name: 'ValidationError',
      message: `"user" is required`,
      fields: {
        _original: { user: 'jo', [name]: text },
        details: [
          {
            message: `"${name}" with value "${text}" fails to match the pattern`,
            path: [name],
            type: 'string.pattern.base',
            context: { label: name, value: text, key: name, regex: /x/ },
          },
        ],
      },
    },
    {
      message: 'body must be valid',
      fields: {
        statusCode: 400,
        code: 'FST_ERR_VALIDATION',
        validation: [
          { instancePath: `/users/0/${name}`, keyword: 'minLength', params: { limit: 8 }, data: text },
          { instancePath: '', keyword: 'type', params: { [name]: text }, message: 'must be object' },
        ],
        validationContext: 'body',
      },
    },
    { message: 'Bad Request', fields: { errors: [{ type: 'field', path: name, value: text, msg: text }] } },
  ]);
};

const prisma: Plant = (random, name, text) => ({
  name: 'PrismaClientKnownRequestError',
  message: `Invalid \`prisma.user.create()\` invocation:\n{\n  data: {\n    ${JSON.stringify(name)}: ${JSON.stringify(text)}\n  }\n}`,
  fields: {
    code: 'P2002',
    clientVersion: '7.0.0',
    meta: random.pick<object>([
      { modelName: 'User', target: ['email'], [name]: text },
      { modelName: 'User', driverAdapterError: Object.assign(new Error('x'), { [name]: text }) },
    ]),
  },
});

const mongo: Plant = (_, name, text) => ({
  name: 'MongoServerError',
  message: 'Document failed validation',
  fields: {
    code: 121,
    index: 0,
    keyPattern: { [name]: 1 },
    keyValue: { email: text },
    errInfo: {
      details: {
        operatorName: '$jsonSchema',
        schemaRulesNotSatisfied: [
          { propertyName: 'age', details: [{ operatorName: 'bsonType', consideredValue: text }] },
          { propertyName: name, details: [{ operatorName: 'pattern', reason: `${text} does not match` }] },
        ],
      },
    },
  },
});

const clients: Plant = (random, name, text) => {
  const url = `https://jo:${encodeURIComponent(text)}@api.example/x?${name}=${encodeURIComponent(text)}`;
  return random.pick<ErrorKind>([
    { name: 'HTTPError', message: 'Response code 500', fields: { code: 'ERR_NON_2XX', input: url, url } },
    {
      name: 'ResponseError',
      message: 'Response status code 500',
      fields: { statusCode: 500, body: { [name]: text }, headers: ['x-own', text, name, text] },
    },
    {
      name: 'AccessDenied',
      message: 'Access Denied',
      fields: {
        $fault: 'client',
        $metadata: { httpStatusCode: 403, requestId: 'A1', attempts: 1 },
        $response: { headers: { 'x-amz-id-2': text, 'x-amz-security-token': text } },
        AWSAccessKeyId: text,
      },
    },
    { name: 'ReplyError', message: 'WRONGPASS', fields: { command: { name: 'auth', args: ['jo', text] } } },
    {
      name: 'GraphQLError',
      fields: { path: ['login', 0], extensions: { code: 'UNAUTHENTICATED', variables: { [name]: text } } },
    },
  ]);
};

/** The limits of texts, lists and depths must not uncover a secret. */
const atLimits: Plant = (random, name, text) => {
  const before = 'x '.repeat(random.below(520));
  const json = JSON.stringify({ before: 'y'.repeat(random.below(1000)), [name]: text, after: 1 });
  return random.pick<ErrorKind>([
    { fields: { body: `${before} ${name}=${text}&b=1` } },
    { fields: { body: json } },
    { fields: { responseText: JSON.stringify({ inner: json }) } },
    { fields: { deep: { a: { b: { c: { [name]: { e: text } } } } } } },
    { fields: { many: Array.from({ length: 30 }, () => ({ [name]: text, 'x-list': [name, text] })) } },
    {
      fields: {
        [name]: new Map([[text, text]]),
        [`${name}_2`]: Buffer.from(text),
        list: [{ name, value: text }],
      },
    },
  ]);
};

const NAMED = [axios, postgres, mysql, sequelize, validation, prisma, mongo, clients, atLimits];

const anywhere: Plant = (random, _name, text) =>
  random.pick<ErrorKind>([
    { message: `rejected ${text} at once`, fields: { details: { note: text } } },
    { fields: { response: { data: `the value ${text} was sent` }, reasons: ['a', text] } },
    { fields: { [text.slice(0, 90)]: 1, note: text } },
    { fields: { body: `${'x'.repeat(random.below(990))} ${text}` } },
  ]);

const BY_FORMAT = [anywhere, axios, validation, clients];
