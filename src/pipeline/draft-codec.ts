import type { Draft } from './draft.ts';

/** What most requests have nothing of to tell. */
type Rare = Pick<Draft, 'secure' | 'dialled' | 'traceparent' | 'error' | 'detail' | 'stages'>;
type Common = Omit<Draft, keyof Rare>;

const NOTHING: Rare = { secure: false, dialled: '', traceparent: '', error: '', detail: null, stages: [] };

/** A draft on its way, without the names of its parts: to write and to read them would cost as much as all the rest. */
type Packed = [
  seq: Common['seq'],
  time: number,
  status: number,
  ip: string,
  method: string,
  target: string,
  host: string | null,
  route: string,
  duration: number,
  requestBytes: number,
  responseBytes: number,
  agent: string,
  state: Common['state'],
  rare: Rare | null,
];

/** Drafts as a text. They are made of plain values; should one be none, the others need not suffer for it. */
export function encodeDrafts(drafts: readonly Draft[]): string {
  try {
    return JSON.stringify(drafts.map(toPacked));
  } catch {
    const texts = drafts.map((draft) => {
      try {
        return JSON.stringify(toPacked(draft));
      } catch {
        return null;
      }
    });
    return `[${texts.filter((text) => text !== null).join(',')}]`;
  }
}

export function decodeDrafts(text: string): Draft[] {
  return (JSON.parse(text) as Packed[]).map(fromPacked);
}

function toPacked(draft: Draft): Packed {
  const { seq, time, status, ip, method, target, host = null, route, duration } = draft;
  const { requestBytes, responseBytes, agent, state } = draft;
  const rare = rareOf(draft);
  return [
    seq,
    time,
    status,
    ip,
    method,
    target,
    host,
    route,
    duration,
    requestBytes,
    responseBytes,
    agent,
    state,
    rare,
  ];
}

function rareOf({ secure, dialled, traceparent, error, detail, stages }: Draft): Rare | null {
  const isPlain = !secure && !dialled && !traceparent && !error && !detail && stages.length === 0;
  return isPlain ? null : { secure, dialled, traceparent, error, detail, stages };
}

function fromPacked(packed: Packed): Draft {
  const [seq, time, status, ip, method, target, host, route, duration] = packed;
  const [, , , , , , , , , requestBytes, responseBytes, agent, state, rare] = packed;
  const { secure, dialled, traceparent, error, detail, stages } = rare ?? NOTHING;
  return {
    seq,
    time,
    status,
    ip,
    method,
    target,
    secure,
    host: host ?? undefined,
    dialled,
    route,
    duration,
    requestBytes,
    responseBytes,
    agent,
    traceparent,
    error,
    state,
    detail,
    stages,
  };
}
