import assert from 'node:assert/strict';
import type { Seq } from '../../profile/token.ts';
import { hashUser } from '../../profile/user-hash.ts';
import { conformanceCase, find, termsOf, write } from './case.ts';
import { type Sample, T0 } from './sample-profile.ts';

const SAMPLES: readonly Sample[] = [
  {
    seq: 1,
    status: 404,
    url: 'https://Shop.example/error/.env',
    client: 'scanner',
    user: 'Ann',
    tags: ['Beta'],
    service: 'Mail',
  },
  {
    seq: 2,
    status: 500,
    method: 'POST',
    route: '/users/:id',
    duration: 2_000_000,
    error: 'TypeError',
    errorGroup: 'TypeError: x is not a function at charge (src/pay.ts)',
    queries: 21,
    queryTime: 150_000,
    instance: 'web-2:8',
    environment: 'staging',
  },
  {
    seq: 3,
    status: 204,
    ip: '2001:db8::7',
    host: 'api.example',
    url: 'http://api.example/100%_\\x',
    operation: 'GetCart',
    kind: 'job',
    service: '',
    release: '2.4.1-rc_1',
  },
  {
    seq: 4,
    ip: '',
    kind: 'error',
    parent: 2,
    trace: '4bf92f3577b34da6a3ce929d0e0e4736',
    userAgent: 'curl/8',
    error: 'TypeError',
    errorGroup: 'TypeError: Cannot read 100% of …, … at f (src/a_b.ts)',
  },
  { seq: 5, ip: '32.1.13.184', time: T0 - 3600e6, user: 'annabel', tags: ['beta', 'checkout'], queries: 1 },
  // Only a search for processes lists it.
  {
    seq: 6,
    kind: 'process',
    method: 'PROCESS',
    url: 'process:exit',
    host: '',
    ip: '',
    operation: 'exit',
    parent: 2,
  },
];

export const MATCHING = [
  conformanceCase('finds by every field, by lists of values and by exclusion', async (store) => {
    await write(store, ...SAMPLES);
    const token = store.tokens.tokenOf(2 as Seq);
    const expected: Record<string, number[]> = {
      'status:404': [1],
      'status:4xx,5xx': [1, 2],
      '-status:2xx': [1, 2],
      'status:>=500': [2],
      'ip:203.0.113.0/24': [1, 2],
      'ip:2001:db8::/32': [3],
      'ip:32.0.0.0/8': [5],
      '-ip:203.0.113.0/24': [3, 4, 5],
      'method:POST,PUT': [2],
      '.ENV': [1],
      'url:*/.env': [1],
      'url:/error/*': [1],
      'url:/100%_\\\\x*': [3],
      'path:/': [2, 4, 5],
      'path:/ERROR/.env': [1],
      'path:/error': [],
      'path:/err*': [1],
      '-path:/,/error/*': [3],
      'url:%': [3],
      'url:_': [3],
      '-shop': [3],
      'host:*.example -host:shop.example': [3],
      'route:/users/:id': [2],
      'duration:>1s': [2],
      'error:typeerror': [2, 4],
      'error:"typeerror: X is not a function at charge (src/pay.ts)"': [2],
      '-error:"TypeError: x is not a function at charge (src/pay.ts)"': [1, 3, 4, 5],
      'error:"TypeError: cannot read 100% of …, … at f (src/a_b.ts)"': [4],
      'error:"*not a function*"': [2],
      'error:*(src/pay.ts)': [2],
      'error:*(src/aXb.ts)': [],
      'error:Type*': [2, 4],
      'error:RangeError,*pay*': [2],
      'error:"not a function"': [],
      '-error:Type*': [1, 3, 5],
      'agent:CURL': [4],
      'kind:error': [4],
      'kind:job': [3],
      'kind:process': [6],
      'kind:job,process': [3, 6],
      '-kind:job,process': [1, 2, 4, 5],
      'operation:exit': [],
      'kind:process operation:exit': [6],
      'user:ann': [1],
      'user:ann*': [1, 5],
      'user:*bel': [5],
      'user:bob': [],
      '-user:ann': [2, 3, 4, 5],
      '-user:ann*': [2, 3, 4],
      'user:ann,annabel': [1, 5],
      'tag:beta': [1, 5],
      'tag:beta,checkout': [1, 5],
      'tag:check*,be*': [1, 5],
      'tag:BETA tag:checkout': [5],
      'tag:*': [1, 5],
      '-tag:beta': [2, 3, 4],
      'tag:beta -tag:checkout': [1],
      'operation:getcart': [3],
      'operation:Get*': [3],
      '-operation:GetCart': [1, 2, 4, 5],
      'service:mail': [1],
      'service:shop,mail': [1, 2, 4, 5],
      'service:*': [1, 2, 4, 5],
      '-service:shop': [1, 3],
      'instance:web-2:8': [2],
      'instance:web-1:*': [1, 3, 4, 5],
      '-instance:web-1:*': [2],
      'instance:web_1:*': [],
      'environment:stag*': [2],
      'environment:production -release:1.0.0': [3],
      'release:2.*': [3],
      'release:1.0.0 -service:mail instance:web-1:7': [4, 5],
      'service:mail release:2.*': [],
      'queries:>20': [2],
      'queries:1': [5],
      'queries:0': [1, 3, 4],
      '-queries:0': [2, 5],
      'querytime:>100ms': [2],
      'client:scanner': [1],
      'trace:4bf92f3577b34da6a3ce929d0e0e4736': [4],
      'since:30m': [1, 2, 3, 4],
      'until:30m': [5],
      [`token:${token}`]: [2],
      [`parent:${token}`]: [4, 6],
      [`-parent:${token}`]: [1, 2, 3, 5],
      'token:ffffffff': [],
      '-token:ffffffff': [1, 2, 3, 4, 5],
      'status:404 client:scanner .env': [1],
      'status:404 client:bot': [],
    };
    for (const [query, seqs] of Object.entries(expected)) {
      assert.deepEqual(await find(store, query), seqs, query);
      const count = await store.count(termsOf(query), 100);
      assert.deepEqual(count, { matches: seqs.length, capped: false }, query);
    }
  }),

  conformanceCase('finds a user by the id if the book has its hash', async (store) => {
    const [ann, bob] = ['Ann', 'bob'].map((id) => hashUser(id, store.tokens.key));
    await write(store, { seq: 1, user: ann ?? '' }, { seq: 2, user: bob ?? '' }, { seq: 3, user: 'ann' });
    for (const [query, seqs] of Object.entries({
      'user:ann': [1, 3],
      'user:ANN,bob': [1, 2, 3],
      '-user:ann': [2],
      'user:an*': [3],
      [`user:${bob}`]: [2],
    })) {
      assert.deepEqual(await find(store, query), seqs, query);
      assert.equal((await store.count(termsOf(query), 100)).matches, seqs.length, query);
      assert.equal((await store.survey(termsOf(query))).matches, seqs.length, query);
    }
  }),

  conformanceCase('counts matches exactly up to the cap, and says when there are more', async (store) => {
    await write(store, ...Array.from({ length: 12 }, (_, seq) => ({ seq, status: seq < 5 ? 404 : 200 })));
    const missing = termsOf('status:404');
    assert.deepEqual(await store.count([], 100), { matches: 12, capped: false });
    assert.deepEqual(await store.count([], 12), { matches: 12, capped: false });
    assert.deepEqual(await store.count([], 11), { matches: 11, capped: true });
    assert.deepEqual(await store.count(missing, 100), { matches: 5, capped: false });
    assert.deepEqual(await store.count(missing, 5), { matches: 5, capped: false });
    assert.deepEqual(await store.count(missing, 4), { matches: 4, capped: true });
  }),
];
