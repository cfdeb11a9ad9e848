import { describe, expect, test } from 'vitest';
import type { Traits } from '../../support/frameworks/frameworks.ts';
import { get } from '../../support/raw-http.ts';
import { profileOf } from '../../support/running-server.ts';
import { entriesOf, type Suite } from './suite.ts';

/** The framework's error and not-found handling, recorded as a separate entry. */
export function describeStages({ errorStage }: Traits, { start }: Suite): void {
  if (errorStage) describeErrorStages(start);
  else describe('without an error stage', () => describeNoStage(start));
}

function describeNoStage(start: Suite['start']): void {
  test('records one entry for a 404 sent by the handler', async () => {
    const app = await start();
    await get(app, '/error/.env');
    const rows = await entriesOf(app, 1);
    expect(rows.map(({ kind, status, client }) => ({ kind, status, client }))).toEqual([
      { kind: 'main', status: 404, client: 'scanner' },
    ]);
  });
}

function describeErrorStages(start: Suite['start']): void {
  describe('with an error stage', () => {
    test.each([false, true])(
      'records an unrouted request as a pair of entries (custom handlers: %s)',
      async (customHandlers) => {
        const app = await start({ customHandlers });
        const response = await get(app, '/error/.env');
        expect(response.status).toBe(404);
        expect(response.body === 'own 404').toBe(customHandlers);
        const [main, stage, ...others] = await entriesOf(app, 2);
        expect(others).toEqual([]);
        expect(main).toMatchObject({ kind: 'main', parent: null, status: 404, route: '', error: '' });
        expect(stage).toMatchObject({ kind: 'error', parent: main?.seq });
        for (const same of ['time', 'status', 'ip', 'method', 'url'] as const)
          expect(stage?.[same]).toBe(main?.[same]);
        expect(stage?.duration).toBeLessThanOrEqual(main?.duration ?? 0);
      },
    );

    test.each([
      ['/throws', false, 500],
      ['/rejects', false, 500],
      ['/throws', true, 503],
      ['/rejects', true, 503],
    ])('%s is handled by the error stage (custom handlers: %s)', async (path, customHandlers, status) => {
      const app = await start({ customHandlers });
      const response = await get(app, path);
      expect(response.status).toBe(status);
      expect(response.body === 'own 503').toBe(customHandlers);
      const [main, stage, ...others] = await entriesOf(app, 2);
      expect(others).toEqual([]);
      expect(main).toMatchObject({ kind: 'main', status, error: 'TypeError', route: path });
      expect(stage).toMatchObject({ kind: 'error', status, error: 'TypeError', parent: main?.seq });
      const profile = await profileOf(app, stage);
      expect(profile?.detail?.exception?.name).toBe('TypeError');
      if (path === '/throws') {
        expect(profile?.detail?.exception).toMatchObject({
          message: 'thrown password=***',
          cause: { name: 'RangeError' },
        });
        expect(JSON.stringify(profile)).not.toContain('CANARY');
      }
    });

    test.each([
      ['/nameless', 'Error'],
      ['/unreadable', 'Error'],
      ['/stringless', 'object'],
    ])('records a request that throws %s', async (path, error) => {
      const app = await start({ customHandlers: true });
      await get(app, path);
      const rows = await entriesOf(app, 2);
      expect(rows.map((row) => [row.kind, row.error])).toEqual([
        ['main', error],
        ['error', error],
      ]);
      expect(app.book.stats().faults).toBe(0);
    });

    test('records one entry with its route for a 404 sent by a route', async () => {
      const app = await start({ customHandlers: true });
      await get(app, '/gone');
      await get(app, '/users/7');
      const rows = await entriesOf(app, 2);
      expect(rows.map(({ kind, status, route }) => ({ kind, status, route }))).toEqual([
        { kind: 'main', status: 404, route: '/gone' },
        { kind: 'main', status: 200, route: '/users/:id' },
      ]);
    });
  });
}
