import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runScript } from '../../test/support/run-script.ts';

// How a process ends can only be seen from outside.
const MODULE = pathToFileURL(`${import.meta.dirname}/process-end.ts`).href;
const START = `
  const { watchProcessEnd } = await import('${MODULE}');
  const watch = (name = '') => watchProcessEnd({
    uncaught: (error) => say(name + 'uncaught', error.message),
    end: ({ by }) => say(name + 'ended by', by),
  });
`;
const run = (script: string, signals: readonly NodeJS.Signals[] = []) => runScript(START + script, signals);

test('an app that has nothing left to do ends, after its own listeners, with the code that these set', async () => {
  const end = await run(`
    watch();
    process.on('exit', (code) => { say('listener', code); process.exitCode = 3; });
  `);
  expect(end).toEqual({
    code: 3,
    signal: null,
    said: ['listener 0', 'ended by process exit with code 3'],
  });
});

test('an app that exits has ended once, even if its listener exits again', async () => {
  expect(await run(`watch(); process.exit(4);`)).toEqual({
    code: 4,
    signal: null,
    said: ['ended by process exit with code 4'],
  });
  const again = await run(`
    watch();
    process.on('exit', () => process.exit(5));
    process.on('exit', () => say('not reached'));
    process.exit(4);
  `);
  expect(again).toEqual({ code: 5, signal: null, said: ['ended by process exit with code 5'] });
});

test('an app that emits "exit" itself has not ended', async () => {
  const { said } = await run(`
    const stop = watch();
    process.on('exit', () => say('listener'));
    say(process.emit('exit', 0));
    stop();
  `);
  expect(said).toEqual(['listener', 'true', 'listener']);
});

test('errors that the app does not catch are seen, and do what they do without Gatebook', async () => {
  const thrown = await run(`
    watch();
    // Node prints the error.
    (await import('node:fs')).closeSync(2);
    setTimeout(() => { throw new Error('a'); });
  `);
  expect(thrown.said).toEqual(['uncaught a', 'ended by process exit with code 1']);
  expect(thrown.code).toBe(1);
  const caught = await run(`
    watch();
    process.on('uncaughtException', (error) => say('caught', error.message));
    process.on('unhandledRejection', (error) => say('caught', error.message));
    setTimeout(() => { throw new Error('a'); });
    setTimeout(() => { Promise.reject(new Error('b')); }, 10);
  `);
  expect(caught).toEqual({
    code: 0,
    signal: null,
    said: ['uncaught a', 'caught a', 'uncaught b', 'caught b', 'ended by process exit with code 0'],
  });
});

test('a book that fails at the end concerns neither the others nor the app', async () => {
  const { code, said } = await run(`
    const fail = () => { throw new Error('failed'); };
    watchProcessEnd({ uncaught: fail, end: fail });
    watch();
    process.exitCode = 6;
  `);
  expect({ code, said }).toEqual({ code: 6, said: ['ended by process exit with code 6'] });
});

test('each book stops by itself, and the last one leaves the process as it was', async () => {
  const { said } = await run(`
    const stopA = watch('a ');
    const stopB = watch('b ');
    stopA();
    process.emit('unhandledRejection', new Error('1'));
    stopA();
    stopB();
    say(Object.hasOwn(process, 'emit'), process.emit('unhandledRejection', new Error('2')));
    watch('c ');
    say(Object.keys(process).includes('emit'));
  `);
  expect(said).toEqual(['b uncaught 1', 'false false', 'false', 'c ended by process exit with code 0']);
});

test("the emit of other code stays, whether it came before or after Gatebook's", async () => {
  const { said } = await run(`
    const { emit } = process;
    const before = function (...args) { return emit.apply(this, args); };
    process.emit = before;
    watch()();
    say(process.emit === before);
    const stop = watch();
    const after = function (...args) { return before.apply(this, args); };
    process.emit = after;
    stop();
    say(process.emit === after);
  `);
  expect(said).toEqual(['true', 'true']);
});

test('two copies of the package see each event once', async () => {
  const { said } = await run(`
    const copy = await import('${MODULE}?copy');
    const stop = watch();
    const { emit } = process;
    const stopCopy = copy.watchProcessEnd({ uncaught() {}, end: ({ by }) => say('copy', by) });
    say(process.emit === emit);
    stop();
  `);
  expect(said).toEqual(['true', 'copy process exit with code 0']);
});

test('sees the end after a package has put back the emit that it once found', async () => {
  const restore = (afterwards: string) => `
    const { emit } = process;
    const stop = watch();
    const listener = () => {};
    process.on('SIGTERM', listener).off('SIGTERM', listener);
    await null;
    process.on('SIGTERM', listener).off('SIGTERM', listener);
    process.emit = emit;
    ${afterwards}
    await null;
    say(process.emit === emit);
  `;
  expect((await run(restore(''))).said).toEqual(['false', 'ended by process exit with code 0']);
  expect((await run(restore('stop();'))).said).toEqual(['true']);
});

test('an emit that is still there is not replaced', async () => {
  const { said } = await run(`
    watch();
    const { emit } = process;
    const listener = () => {};
    for (const event of ['SIGTERM', 'message']) process.on(event, listener).off(event, listener);
    await null;
    say(process.emit === emit);
    process.emit('unhandledRejection', new Error('1'));
  `);
  expect(said).toEqual(['true', 'uncaught 1', 'ended by process exit with code 0']);
});

test('a signal that the app does not handle ends it, and so does one after its listener is gone', async () => {
  const end = await run(
    `
    watch();
    process.once('SIGTERM', () => { say('handled'); wait(); });
    wait();
  `,
    ['SIGTERM', 'SIGTERM'],
  );
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: ['handled', 'ended by SIGTERM'] });
});

test('once no book is left, a signal ends the app at once', async () => {
  const end = await run(`const { _kill } = process; watch()(); say(process._kill === _kill); wait();`, [
    'SIGTERM',
  ]);
  expect(end).toEqual({ code: null, signal: 'SIGTERM', said: ['true'] });
});

test('a thread ends by itself', async () => {
  const { said } = await run(`
    const { Worker } = await import('node:worker_threads');
    new Worker(${JSON.stringify(`
      const { writeSync } = await import('node:fs');
      const { watchProcessEnd } = await import('${MODULE}');
      watchProcessEnd({ uncaught() {}, end: ({ by }) => writeSync(1, by) });
    `)}, { eval: true });
  `);
  expect(said).toEqual(['thread exit with code 0']);
});
