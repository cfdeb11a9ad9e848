import { AsyncLocalStorage } from 'node:async_hooks';
import diagnostics_channel from 'node:diagnostics_channel';
import { type Recording, recordingOf } from '../recording.ts';
import { type BuiltInContext, subscribe } from './context.ts';

/** What AdonisJS publishes when a request starts. */
interface AdonisRequest {
  readonly ctx?: {
    readonly request?: { readonly request?: unknown };
    readonly route?: { readonly pattern?: unknown };
  };
}

/** A request of this book, and the last error that left one of its handlers or middleware. */
interface Handled {
  readonly recording: Recording;
  error: unknown;
}

const REQUEST = 'tracing:adonisjs.http.request:start';

/** Routes and exceptions of AdonisJS 7, through the tracing channels of its HTTP server. */
export function observeAdonis(context: BuiltInContext): () => void {
  const requests = new AsyncLocalStorage<Handled | undefined>();
  const started = diagnostics_channel.channel(REQUEST);
  started.bindStore(requests, (message) => startRequest(message as AdonisRequest, context));
  const onError = (message: unknown) => {
    const handled = requests.getStore();
    if (handled) handled.error = (message as { readonly error?: unknown }).error;
  };
  const stop = subscribe({
    'tracing:adonisjs.http.route.handler:start': () => {
      const recording = requests.getStore()?.recording;
      if (recording?.route) recording.enterRoute(recording.route.bind(null, false));
    },
    'tracing:adonisjs.http.route.handler:error': onError,
    'tracing:adonisjs.http.middleware:error': onError,
    // Without an error, no route has matched.
    'tracing:adonisjs.http.exception.handler:start': () => {
      const handled = requests.getStore();
      handled?.recording.startErrorStage(handled.error);
    },
  });
  return () => {
    started.unbindStore(requests);
    stop();
  };
}

/** Runs inside of AdonisJS, so it must not throw. */
function startRequest({ ctx }: AdonisRequest, context: BuiltInContext): Handled | undefined {
  try {
    const message = ctx?.request?.request;
    if (typeof message !== 'object' || message === null || !context.trailOf(message)) return undefined;
    const recording = recordingOf(message);
    if (!recording) return undefined;
    recording.route = () => {
      const pattern = ctx?.route?.pattern;
      return typeof pattern === 'string' ? pattern : '';
    };
    return { recording, error: null };
  } catch {
    return undefined;
  }
}
