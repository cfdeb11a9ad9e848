import type { Adapter } from './adapter.ts';

/** For a process without a server, which records jobs only. */
export const noServerAdapter: Adapter<object> = {
  name: 'No server',
  expects: 'an object',
  isApp: () => true,
  attach() {},
};
