import { expect, test, vi } from 'vitest';
import type { PagePath } from './access/page-path.ts';
import { createRouter } from './router.ts';

test('routes by the path that it is given, and not at all without one', async () => {
  const router = createRouter().get('/a', (c) => c.text('a'));
  const request = new Request('http://localhost/a');
  expect(await (await router.fetch(request, { path: '/a' as PagePath })).text()).toBe('a');
  expect((await router.fetch(request, { path: '/b' as PagePath })).status).toBe(404);
  expect((await router.fetch(request)).status).toBe(404);
});

test('a route that fails answers with 500, and prints nothing', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  const router = createRouter().get('/a', () => {
    throw new Error('CANARY');
  });
  const response = await router.fetch(new Request('http://localhost/a'), { path: '/a' as PagePath });
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error']);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});
