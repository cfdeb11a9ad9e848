import type { Draft } from './draft.ts';

/** Fields that are empty in most drafts. */
type Rare = Pick<Draft, 'secure' | 'localHost' | 'traceparent' | 'error' | 'detail' | 'stages'>;
type Common = Omit<Draft, keyof Rare>;

const NO_RARE: Rare = { secure: false, localHost: '', traceparent: '', error: '', detail: null, stages: [] };

/** A draft as a tuple. As an object, the property names would double the cost of writing and parsing the JSON. */
type EncodedDraft = [
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

/** Encodes drafts as JSON. If one can't be encoded, it is left out and the others are kept. */
export function encodeDrafts(drafts: readonly Draft[]): string {
  try {
    return JSON.stringify(drafts.map(encodeDraft));
  } catch {
    const texts = drafts.map((draft) => {
      try {
        return JSON.stringify(encodeDraft(draft));
      } catch {
        return null;
      }
    });
    return `[${texts.filter((text) => text !== null).join(',')}]`;
  }
}

export function decodeDrafts(text: string): Draft[] {
  return (JSON.parse(text) as EncodedDraft[]).map(decodeDraft);
}

function encodeDraft(draft: Draft): EncodedDraft {
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

function rareOf({ secure, localHost, traceparent, error, detail, stages }: Draft): Rare | null {
  const isPlain = !secure && !localHost && !traceparent && !error && !detail && stages.length === 0;
  return isPlain ? null : { secure, localHost, traceparent, error, detail, stages };
}

function decodeDraft(encoded: EncodedDraft): Draft {
  const [seq, time, status, ip, method, target, host, route, duration] = encoded;
  const [, , , , , , , , , requestBytes, responseBytes, agent, state, rare] = encoded;
  const { secure, localHost, traceparent, error, detail, stages } = rare ?? NO_RARE;
  return {
    seq,
    time,
    status,
    ip,
    method,
    target,
    secure,
    host: host ?? undefined,
    localHost,
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
