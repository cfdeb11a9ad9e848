import { EventEmitter } from 'node:events';
import { createServer, request, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';

/** Each has its own symbols, as two copies of Gatebook in one app have. */
async function copyOfListeners(): Promise<typeof import('./listeners.ts')> {
  vi.resetModules();
  return import('./listeners.ts');
}

test('two copies both learn that a response was closed, and so does what replaced emit() later', async () => {
  const before = Object.getOwnPropertyDescriptor(ServerResponse.prototype, 'emit');
  const [a, b] = [await copyOfListeners(), await copyOfListeners()];
  const called: string[] = [];
  const { emit } = EventEmitter.prototype;
  const server = createServer((_, response) => {
    a.onResponseClose(response, () => called.push('a'));
    b.onResponseClose(response, () => called.push('b'));
    EventEmitter.prototype.emit = function (this: EventEmitter, ...args: Parameters<typeof emit>) {
      if (this === response && args[0] === 'close') called.push('replaced');
      return emit.apply(this, args);
    };
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  request({ port, agent: false }, (response) => response.resume()).end();
  try {
    await vi.waitFor(() => expect(called).toContain('replaced'));
    expect(called.toSorted()).toEqual(['a', 'b', 'replaced']);
  } finally {
    EventEmitter.prototype.emit = emit;
    if (before) Object.defineProperty(ServerResponse.prototype, 'emit', before);
    else Reflect.deleteProperty(ServerResponse.prototype, 'emit');
    server.close();
  }
});

test.each([
  [
    'assigns',
    (response: ServerResponse, emit: ServerResponse['emit']) => void Object.assign(response, { emit }),
  ],
  [
    'defines',
    (response: ServerResponse, emit: ServerResponse['emit']) =>
      void Object.defineProperty(response, 'emit', { value: emit, configurable: true, writable: true }),
  ],
])('an app that %s an emit() of its own: the response is closed all the same, once it is', async (_, put) => {
  const { onResponseClose } = await copyOfListeners();
  const closed: boolean[] = [];
  const own: string[] = [];
  const server = createServer((asked, response) => {
    onResponseClose(response, () => closed.push(response.closed));
    const { emit } = response;
    put(response, function (this: ServerResponse, ...args: Parameters<typeof emit>) {
      own.push(String(args[0]));
      return emit.apply(this, args);
    });
    if (asked.url === '/ended') response.end();
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    for (const path of ['/ended', '/destroyed'])
      await new Promise<void>((resolve) => {
        request({ port, path, agent: false }, (response) => response.resume())
          .on('error', () => {})
          .on('close', resolve)
          .end();
      });
    await vi.waitFor(() => expect(own.filter((event) => event === 'close')).toHaveLength(2));
    expect(closed.length).toBeGreaterThanOrEqual(2);
    expect(closed).not.toContain(false);
  } finally {
    server.close();
  }
});
