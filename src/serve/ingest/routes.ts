import { createHash } from 'node:crypto';
import { readPackage } from '../../package-files.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Redaction } from '../../redact/redaction.ts';
import {
  BATCH_ID,
  type BatchAnswer,
  type LeaseAnswer,
  MAX_BATCH,
  MAX_DETAILS,
  MAX_LEASE,
} from '../../store/remote/protocol.ts';
import type { Store } from '../../store/store.ts';
import type { KeyRight } from '../access/collector-keys.ts';
import type { Counters } from './counters.ts';
import { readBatch } from './read-batch.ts';
import { type Admission, expand, type Hold } from './read-body.ts';
import { micros, seq } from './shapes/entry-shape.ts';
import {
  countQuery,
  detailsQuery,
  groupsQuery,
  retention,
  searchQuery,
  slowestQuery,
  surveyQuery,
} from './shapes/query-shape.ts';
import { BadInput, integer, list, object, type Shape, text } from './shapes/shape.ts';

/** What a key may do. Each has an app of its own, which contains only its routes. */
export type GrantName = 'read' | KeyRight['to'];

export interface ApiRequest {
  readonly store: Store;
  readonly right: KeyRight | { readonly to: 'read' };
  /** What comes after the name of the route in the path; empty if nothing does. */
  readonly id: string;
  readonly body: Buffer;
  readonly encoding: string | undefined;
  readonly hold: Hold;
  readonly admission: Admission;
  readonly redaction: Redaction;
  readonly counters: Counters;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

export interface ApiRoute {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly name: string;
  /** Whether an id follows the name in the path. */
  readonly hasId: boolean;
  /** The apps that the route is part of. */
  readonly grants: readonly GrantName[];
  /** The largest body, as it is sent, in bytes. */
  readonly maxBody: number;
  run(request: ApiRequest): Promise<unknown>;
}

/** The criteria of a search with all its values. */
const MAX_JSON = 1_000_000;
const MAX_DELETED = 10_000;

/** A route that takes JSON of this shape. */
function json<T>(
  name: string,
  grants: readonly GrantName[],
  shape: Shape<T>,
  run: (store: Store, input: T, signal: AbortSignal) => Promise<unknown>,
): ApiRoute {
  return {
    method: 'POST',
    name,
    hasId: false,
    grants,
    maxBody: MAX_JSON,
    run: async ({ store, body, signal }) => run(store, shape(parse(body), ''), signal),
  };
}

const WRITERS: readonly GrantName[] = ['write', 'own'];
const READERS: readonly GrantName[] = ['read', 'own'];
const OWNERS: readonly GrantName[] = ['own'];

const VERSION = readPackage().version;

/** All routes of the API of a collector. */
export const ROUTES: readonly ApiRoute[] = [
  { method: 'PUT', name: 'batches', hasId: true, grants: WRITERS, maxBody: MAX_BATCH.compressed, run: write },
  { method: 'POST', name: 'leases', hasId: false, grants: WRITERS, maxBody: MAX_JSON, run: lease },
  {
    method: 'GET',
    name: 'metrics',
    hasId: false,
    grants: READERS,
    maxBody: 0,
    run: async ({ counters, admission }) => counters.text(admission.heldBytes()),
  },
  json('book', READERS, object<object>({}), async ({ tokens }) => ({ tokenKey: tokens.key })),
  json('search', READERS, searchQuery, (store, { criteria, deadline }, signal) =>
    store.search(criteria, { deadline, signal }),
  ),
  json('count', READERS, countQuery, (store, { terms, cap, deadline }, signal) =>
    store.count(terms, cap, { deadline, signal }),
  ),
  json('survey', READERS, surveyQuery, (store, { terms, deadline }, signal) =>
    store.survey(terms, { deadline, signal }),
  ),
  json('slowest', READERS, slowestQuery, (store, { terms, limit, deadline }, signal) =>
    store.slowest(terms, limit, { deadline, signal }),
  ),
  json('groups', READERS, groupsQuery, (store, { terms, by, limit, deadline }, signal) =>
    store.groups(terms, by, limit, { deadline, signal }),
  ),
  json('get', READERS, object<{ token: string }>({ token: text(256) }), (store, { token }) =>
    store.get(token),
  ),
  json('details', READERS, detailsQuery(MAX_DETAILS), (store, { entries }) => store.details(entries)),
  json('prune', OWNERS, object<{ before: Micros }>({ before: micros }), (store, { before }) =>
    store.prune(before),
  ),
  json('retain', OWNERS, object({ retention }), (store, input) => store.retain(input.retention)),
  json('delete', OWNERS, object({ seqs: list(seq, MAX_DELETED) }), async (store, { seqs }) =>
    store.delete ? store.delete(seqs) : 0,
  ),
];

/** Answers when the batch is durable. */
async function write(request: ApiRequest): Promise<BatchAnswer> {
  const { store, right, id, body, encoding, hold, admission, redaction, counters } = request;
  if (right.to === 'read') throw new BadInput('A read key writes nothing');
  if (!BATCH_ID.test(id)) throw new BadInput('The id of the batch is not of the right form');
  const { profiles, refused } = await admission.alone(async () => {
    const expanded = await expand(body, encoding, MAX_BATCH.expanded);
    hold(expanded.length);
    return readBatch(expanded, right, redaction);
  });
  await store.write({ id: batchIdOf(right, id), profiles });
  const service = right.to === 'own' ? '' : right.service;
  counters.batch(service, { stored: profiles.length, refused: refused.length, bytes: body.length });
  return { stored: profiles.length, refused };
}

/** A service can't take the id of a batch of another one, which would then count as written. */
function batchIdOf(right: KeyRight, id: string): string {
  return right.to === 'own' ? id : `${shortHash(right.service)}.${id}`;
}

const leaseInput = object<{ size: number }>({ size: integer(0, MAX_LEASE) });

/** A lease carries the key of the tokens, so that an app can name a token before its profile is stored. */
async function lease({ store, right, body }: ApiRequest): Promise<LeaseAnswer> {
  if (right.to === 'read') throw new BadInput('A read key leases nothing');
  const { size } = leaseInput(parse(body), '');
  const { first, end } = size === 0 ? { first: 0 as Seq, end: 0 } : await store.lease(size);
  const writer = right.to === 'own' ? 'own' : shortHash(JSON.stringify([right.service, right.environment]));
  // What gatebook doctor shows to the owner of a key.
  const names = right.to === 'write' && { service: right.service, environment: right.environment };
  return { first, end, tokenKey: store.tokens.key, writer, ...names, version: VERSION };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new BadInput('The body is not JSON');
  }
}
