import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';

/** The fields of an entry that matter to a test. Times and seqs are plain numbers. */
export type Sample = Partial<Omit<Entry, 'seq' | 'time' | 'parent'>> & {
  readonly seq: number;
  readonly time?: number;
  readonly parent?: number | null;
};

/** The arrival time of a sample, unless it has its own. */
export const T0 = 1_794_000_000_000_000 as Micros;

/** Builds a complete profile, with defaults for all other fields. */
export function sampleProfile({ seq, time = T0, parent = null, ...rest }: Sample): Profile {
  return {
    entry: {
      seq: seq as Seq,
      time: time as Micros,
      status: 200,
      ip: '203.0.113.7',
      method: 'GET',
      url: 'https://shop.example/',
      host: 'shop.example',
      route: '',
      operation: '',
      duration: 1500,
      requestBytes: 0,
      responseBytes: 512,
      userAgent: 'Mozilla/5.0',
      trace: '',
      kind: 'main',
      parent: parent as Seq | null,
      error: '',
      errorGroup: '',
      client: 'browser',
      user: '',
      tags: [],
      queries: 0,
      queryTime: 0,
      service: 'shop',
      instance: 'web-1:7',
      environment: 'production',
      release: '1.0.0',
      detail: 'kept',
      ...rest,
    },
    detail: {
      httpVersion: '1.1',
      socketIp: '203.0.113.7',
      requestHeaders: [
        ['host', 'shop.example'],
        ['authorization', null],
      ],
      responseHeaders: [['content-type', 'text/html; charset=utf-8']],
      exception: { name: 'Error', message: 'caf\u00e9 "\u2028"', stack: 'at x', cause: null },
    },
  };
}
