import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runScript } from '../../test/support/run-script.ts';

const MODULE = pathToFileURL(`${import.meta.dirname}/unhandled-signals.ts`).href;
const WATCH = `
  const { watchUnhandledSignals } = await import('${MODULE}');
  const { onRemove, stop } = watchUnhandledSignals((signal) => say('ended by', signal));
`;

test('a process that cannot send itself the signal ends all the same', async () => {
  // As on Windows: ENOSYS.
  const end = await runScript(`process._kill = () => -4054; ${WATCH} wait();`, ['SIGHUP']);
  expect(end).toEqual({ code: 129, signal: null, said: ['ended by SIGHUP'] });
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends an app that does not handle it',
  async (signal) => {
    expect(await runScript(`${WATCH} wait();`, [signal])).toEqual({
      code: null,
      signal,
      said: [`ended by ${signal}`],
    });
  },
);

test('a signal takes effect when the event loop is free', async () => {
  const block = "for (const end = Date.now() + 500; Date.now() < end; ); say('free');";
  const end = await runScript(`${WATCH} wait(); ${block}`, ['SIGTERM']);
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: ['free', 'ended by SIGTERM'] });
});

test('an app handles signals as without Gatebook, with listeners from before and after', async () => {
  const script = `
    const handle = (...args) => { say('handled', ...args); wait(); };
    process.on('SIGTERM', handle);
    ${WATCH}
    process.on('SIGINT', handle);
    wait();
  `;
  const end = await runScript(script, ['SIGTERM', 'SIGINT', 'SIGINT', 'SIGHUP']);
  expect(end.said).toEqual(['handled SIGTERM 15', 'handled SIGINT 2', 'handled SIGINT 2', 'ended by SIGHUP']);
});

test('a signal ends the app again once its listener is removed, and not before', async () => {
  const script = `
    ${WATCH}
    const [handle, other] = [() => { say('handled'); remove(other); wait(); }, () => {}];
    const remove = (listener) => { process.off('SIGTERM', listener); onRemove('SIGTERM'); };
    process.on('SIGTERM', handle).on('SIGTERM', other);
    onRemove('SIGUSR2');
    process.on('SIGINT', () => { remove(handle); wait(); });
    wait();
  `;
  const end = await runScript(script, ['SIGTERM', 'SIGINT', 'SIGTERM']);
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: ['handled', 'ended by SIGTERM'] });
});

test.each(['process.pid', '-process.pid', '0'])('an app that sends %s a signal ends there', async (pid) => {
  const end = await runScript(`${WATCH} process.kill(${pid}, 'SIGTERM'); say('goes on');`);
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: ['ended by SIGTERM'] });
});

test('an app that asks for a process, sends another one a signal, or handles its own, goes on', async () => {
  const end = await runScript(`
    ${WATCH}
    say(process.kill(process.pid, 0));
    const { spawn } = await import('node:child_process');
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 9000)']);
    process.kill(other.pid, 'SIGTERM');
    process.on('SIGINT', (signal) => { say('handled', signal); stop(); process.exit(); });
    process.kill(process.pid, 'SIGINT');
    say('goes on');
  `);
  expect(end).toEqual({ code: 0, signal: null, said: ['true', 'goes on', 'handled SIGINT'] });
});

test('after stop, signals and process.kill are as before', async () => {
  const end = await runScript(
    `
    const { _kill } = process;
    ${WATCH}
    stop();
    say(process._kill === _kill);
    const again = watchUnhandledSignals(() => say('not stopped'));
    const patched = process._kill = () => 0;
    again.stop();
    say(process._kill === patched);
    wait();
  `,
    ['SIGTERM'],
  );
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: ['true', 'true'] });
});

test.each([0, 1, 2])('in a terminal, Ctrl+C works without us: file descriptor %i', async (terminal) => {
  const end = await runScript(
    `
    import tty from 'node:tty';
    import { syncBuiltinESMExports } from 'node:module';
    tty.isatty = (fd) => fd === ${terminal};
    syncBuiltinESMExports();
    ${WATCH}
    onRemove('SIGTERM');
    wait();
  `,
    ['SIGINT'],
  );
  expect(end).toEqual({ code: null, signal: 'SIGINT', said: [] });
});

test.each([
  "process.removeAllListeners('newListener');",
  "process.removeAllListeners('removeListener');",
  'process._kill = undefined;',
])('another runtime stays as it is: %s', async (without) => {
  const { said } = await runScript(`
    ${without}
    const { _kill } = process;
    ${WATCH}
    say(process._kill === _kill);
  `);
  expect(said).toEqual(['true']);
});

test('once stopped, a signal ends the app at once', async () => {
  const end = await runScript(`${WATCH} stop(); wait();`, ['SIGTERM']);
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: [] });
});

test('the emit of other code stays', async () => {
  const { said } = await runScript(`
    const { emit } = process;
    const own = process.emit = function (...args) { return emit.apply(this, args); };
    ${WATCH}
    say(process.emit === own);
  `);
  expect(said).toEqual(['true']);
});

test('no signal is lost where the global process is a copy, as in Jest', async () => {
  const end = await runScript(`globalThis.process = Object.create(process); ${WATCH} wait();`, ['SIGTERM']);
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: [] });
});
