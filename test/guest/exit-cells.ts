/** One way in which an app ends. */
export interface Cell {
  readonly thread: 'main' | 'worker' | 'cluster';
  /** How the app ends, if not by a signal from outside. */
  readonly end?: string;
  readonly signal?: NodeJS.Signals;
  /** Absent if the app does not listen to the signal. */
  readonly listener?: 'on' | 'once';
  readonly registered?: 'before' | 'after' | 'inside';
  readonly reaction?: 'drain' | 'raise' | 'raise if alone' | 'ignore';
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const LISTENERS = ['on', 'once'] as const;
const REGISTERED = ['before', 'after', 'inside'] as const;
const REACTIONS = ['drain', 'raise', 'raise if alone', 'ignore'] as const;
const ENDS = [
  'exit',
  'exit 3',
  'exit in a listener',
  'natural',
  'throw',
  'reject',
  'reject in a request',
  'throw with a listener',
];
/** Process.kill and process.emit, by the app itself. */
const OWN_SIGNALS = ['kill', 'emit only'];
/** In a thread, `process.kill` still ends the process, but `process.emit` is that of the thread. */
const ENDS_OF_THREAD = ['exit', 'exit 3', 'natural', 'throw', 'reject'];

/** All ways in which an app can end. */
export function allCells(): readonly Cell[] {
  return [
    ...(['main', 'cluster'] as const).flatMap((thread) => [
      ...ENDS.map((end) => ({ thread, end })),
      ...SIGNALS.flatMap((signal) => [
        { thread, signal },
        ...OWN_SIGNALS.map((end) => ({ thread, end, signal })),
        ...LISTENERS.flatMap((listener) =>
          REGISTERED.flatMap((registered) =>
            REACTIONS.map((reaction) => ({ thread, signal, listener, registered, reaction })),
          ),
        ),
      ]),
    ]),
    ...ENDS_OF_THREAD.map((end) => ({ thread: 'worker', end }) as const),
    ...SIGNALS.flatMap((signal) => [
      { thread: 'worker', signal } as const,
      ...LISTENERS.map((listener) => ({ thread: 'worker', signal, listener }) as const),
    ]),
  ];
}

/** Those that went wrong before, and one of each other kind. */
export function someCells(): readonly Cell[] {
  const thread = 'main';
  return [
    { thread, signal: 'SIGTERM' },
    { thread, signal: 'SIGTERM', end: 'kill' },
    { thread, signal: 'SIGTERM', listener: 'once', registered: 'before', reaction: 'drain' },
    { thread, signal: 'SIGTERM', listener: 'on', registered: 'after', reaction: 'raise' },
    { thread, signal: 'SIGINT' },
    { thread, signal: 'SIGHUP' },
    { thread, signal: 'SIGINT', end: 'emit only' },
    { thread, signal: 'SIGINT', listener: 'once', registered: 'inside', reaction: 'raise' },
    { thread, signal: 'SIGHUP', listener: 'on', registered: 'before', reaction: 'raise if alone' },
    { thread, signal: 'SIGINT', listener: 'once', registered: 'after', reaction: 'ignore' },
    ...ENDS.map((end) => ({ thread, end }) as const),
    { thread: 'cluster', signal: 'SIGTERM' },
    { thread: 'cluster', signal: 'SIGTERM', listener: 'once', registered: 'after', reaction: 'drain' },
    { thread: 'cluster', end: 'throw' },
    { thread: 'worker', end: 'exit 3' },
    { thread: 'worker', end: 'throw' },
    { thread: 'worker', signal: 'SIGTERM', listener: 'once' },
  ];
}
