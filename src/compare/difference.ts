/** What a difference is about. */
export type Subject =
  | 'call'
  | 'query'
  | 'span'
  | 'header'
  | 'cookie'
  | 'parameter'
  | 'body field'
  | 'user'
  | 'release'
  | 'service'
  | 'operation'
  | 'method'
  | 'route'
  | 'host'
  | 'URL'
  | 'client'
  | 'kind'
  | 'time'
  | 'status'
  | 'exception'
  | 'process'
  | 'log'
  | 'note'
  | 'tag'
  | 'response header'
  | 'response'
  | 'body';

/** A value of two profiles, A and B. */
export interface Difference {
  readonly subject: Subject;
  /** Recorded text, such as the name of a header or a statement; empty if the subject says it all. */
  readonly name: string;
  /** `null` if the profile does not have it. */
  readonly a: string | null;
  readonly b: string | null;
  /** What happened, in words, such as `not reached`; by default made of `a` and `b`. */
  readonly outcome?: string;
  /** How much it matters. `NOISE` if equal requests differ in it too, `EQUAL` if both have the same value. */
  readonly weight: number;
}

export const NOISE = 0;
export const EQUAL = -1;

/** The most relevant first: what failed, what was sent, what was not reached, how long it took, and then what came of it. */
export const WEIGHTS = {
  sharedRelease: 110,
  failed: 100,
  sentDifferently: 92,
  inputMissing: 90,
  notReached: 85,
  release: 82,
  slower: 78,
  inputChanged: 75,
  operation: 72,
  user: 70,
  repeated: 67,
  inputNew: 66,
  reachedNew: 65,
  slowerPhase: 60,
  fieldChanged: 50,
  service: 45,
  loudLog: 40,
  tag: 30,
  consequence: 28,
  client: 22,
  status: 20,
  exception: 15,
  quietLog: 12,
  seenBefore: 10,
  response: 6,
} as const;

/** Both values as they are: equal, different by this weight, or noise with the weight `NOISE`. */
export function valuePair(
  subject: Subject,
  name: string,
  a: string | null,
  b: string | null,
  weight: number,
): Difference {
  return { subject, name, a, b, weight: a === b ? EQUAL : weight };
}
