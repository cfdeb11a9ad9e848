import { whenDone } from '../when-done.ts';
import type { BuiltInContext } from './context.ts';
import { type Undo, watchImport, watchModules } from './patching/loaded-modules.ts';
import { QueuedCall } from './patching/queued-call.ts';
import { type Method, undoAll, wrapMethod } from './patching/wrap-method.ts';

interface Nodemailer {
  createTransport(options: object): object;
}
/** The part of a transport that this code reads. Never the message. */
interface Transport {
  readonly transporter?: { readonly name?: unknown };
}

/** Mails that are sent with nodemailer: a span each. */
export function observeNodemailer(context: BuiltInContext): () => void {
  // With import(), the CommonJS code of a version without an ES module is seen twice.
  const patched = new WeakSet<object>();
  const patch = (exports: unknown) => patchTransports(exports as Nodemailer, patched, context);
  return undoAll([
    // The second is that of versions until 9, which have no ES module.
    watchModules('nodemailer', { 'dist/cjs/nodemailer.js': patch, 'lib/nodemailer.js': patch }),
    watchImport('nodemailer', 'dist/esm/nodemailer.js', patch),
  ]);
}

function patchTransports(
  { createTransport }: Nodemailer,
  patched: WeakSet<object>,
  context: BuiltInContext,
): Undo {
  // The class is not exported, and a transport of this kind opens no connection.
  const prototype = Object.getPrototypeOf(createTransport({ jsonTransport: true })) as { sendMail: Method };
  if (patched.has(prototype)) return undefined;
  patched.add(prototype);
  return wrapMethod(prototype, 'sendMail', (next, self, args) => {
    const scope = context.current();
    if (!scope) return Reflect.apply(next, self, args);
    const name = `send mail by ${(self as Transport).transporter?.name}`;
    const span = context.startSpan({ kind: 'app', name, system: 'nodemailer' });
    const send = (given: unknown[]) => {
      const run = () => Reflect.apply(next, self, given);
      return span ? span.run(run) : run();
    };
    const call = new QueuedCall(scope, span);
    const [, callback] = args;
    if (typeof callback !== 'function')
      return whenDone(
        () => send(args),
        (failure) => call.settle(failure?.error),
      );
    // Connections call back outside of the request.
    return send(
      args.with(
        1,
        call.bind(callback as Method, (error) => call.settle(error)),
      ),
    );
  });
}
