/** One kind of client: what it asks for, how it names itself, how the site answers, and how fast it is. */
export interface Kind {
  readonly name: string;
  readonly isScanner: boolean;
  /** The sites it visits; a client visits one of them. */
  readonly on: readonly string[];
  readonly agents: readonly string[];
  /** Lines like `GET /path 404`; without a status, the site answers with `answer`. */
  readonly lines: readonly string[];
  readonly answer: number;
  /** Seconds between two requests of a client, on average. */
  readonly pace: number;
  readonly clients: number;
  /** A client sends this many lines, picked by chance. By default, all of them in order. */
  readonly picks?: number;
  /**
   * `own`: each client has its address. `shared`: all have the same. `hops`: a client changes it within an IPv6 /64.
   * `spread`: each request has its own. `private`, `loopback`: within a network, on the same machine.
   */
  readonly from: 'own' | 'shared' | 'hops' | 'spread' | 'private' | 'loopback';
  /** Clients of this kind have the addresses of the clients of another kind. */
  readonly behind?: string;
  /** Each request has another user agent. */
  readonly rotates?: boolean;
}

type Options = Partial<Omit<Kind, 'name' | 'lines' | 'isScanner' | 'on'>> & {
  readonly on: readonly string[];
};

function kind(isScanner: boolean, name: string, options: Options, lines: string): Kind {
  return {
    ...{ agents: [''], answer: isScanner ? 404 : 200, pace: 1, clients: 2, from: 'own' as const },
    ...options,
    name,
    isScanner,
    lines: lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  };
}

/** A kind of scanner. Its lines are answered with 404 unless they say otherwise. */
export const scan = (name: string, options: Options, lines: string): Kind => kind(true, name, options, lines);

/** A kind of honest client. Its lines are answered with 200 unless they say otherwise. */
export const visit = (name: string, options: Options, lines: string): Kind =>
  kind(false, name, options, lines);
