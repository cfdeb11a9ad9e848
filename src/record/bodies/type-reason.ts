import { createLru } from '../../lru.ts';
import type { MissingBodyReason } from '../../profile/body.ts';

/** Why bodies with this Content-Type header are not recorded; `null` if they are. */
export type TypeReason = (type: string) => MissingBodyReason | null;

const EVENT_STREAM = /^\s*text\/event-stream/i;
const BYTE_RANGES = /^\s*multipart\/byteranges/i;
const MAX_REMEMBERED = 100;
const RECORDED = 'recorded';

/** Remembers the last types: most bodies of an app have one of a few. */
export function createTypeReason(types: RegExp): TypeReason {
  const known = createLru<MissingBodyReason | typeof RECORDED>(MAX_REMEMBERED);
  return (type) => {
    let reason = known.get(type);
    if (reason === undefined) {
      reason = reasonOf(type, types);
      known.set(type, reason);
    }
    return reason === RECORDED ? null : reason;
  };
}

function reasonOf(type: string, types: RegExp): MissingBodyReason | typeof RECORDED {
  if (BYTE_RANGES.test(type)) return 'range';
  if (EVENT_STREAM.test(type)) return 'stream';
  return types.test(type) ? RECORDED : 'type';
}
