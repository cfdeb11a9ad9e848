import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installLibrary, LOADS, runQueryApp } from '../../support/query-app.ts';
import { type MariadbServer, startMariadb } from '../../support/servers/mariadb.ts';

const LIBRARIES = [
  ['mysql2', 'mysql2'],
  ['mysql2', 'mysql2v2'],
  ['mysql', 'mysql'],
] as const;
const folders = new Map<string, string>();
let database: MariadbServer;
beforeAll(async () => {
  for (const [name, installedAs] of LIBRARIES) folders.set(installedAs, installLibrary(name, installedAs));
  database = await startMariadb();
});
afterAll(async () => {
  await database.stop();
  for (const folder of folders.values()) rmSync(folder, { recursive: true });
});

const QUERIES = `
  await new Promise((done) => client.query('SELECT seq FROM seq_1_to_3 WHERE seq > ?', [1], done));
  if (client.execute)
    await new Promise((done) => client.execute('SELECT seq FROM seq_1_to_3 WHERE seq > ?', [1], done));
  const promises = client.promise?.();
  await promises?.query('SELECT seq FROM seq_1_to_3 WHERE seq > ?', [1]);
`;

test.each(LIBRARIES.flatMap(([name, installedAs]) => LOADS.map((load) => ({ name, installedAs, load }))))(
  '$installedAs, $load',
  async ({ name, installedAs, load }) => {
    const spans = await runQueryApp({
      folder: folders.get(installedAs) ?? '',
      library: name,
      load,
      setup: `const client = lib.createPool(${JSON.stringify(database.options)});`,
      query: QUERIES,
    });
    expect(spans).toHaveLength(name === 'mysql' ? 1 : 3);
    for (const span of spans) {
      expect(span).toMatchObject({
        name: 'SELECT seq FROM seq_1_to_3 WHERE seq > ?',
        rows: 2,
        database: 'shop',
      });
      expect(span.calledFrom).toMatch(/^app-.*\.mjs:\d+:\d+$/);
    }
  },
);
