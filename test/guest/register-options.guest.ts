import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appSource } from './register/app-sources.ts';
import { createFolder, expectedRows, rowsOf, visit } from './register/guest.ts';
import { REGISTER } from './register/guest-folder.ts';

const NODE = process.execPath;

describe('options', () => {
  test('code takes precedence over variables, and these over the file', async () => {
    const folder = createFolder(['express', 'gatebook']);
    folder.write(
      'gatebook.config.mjs',
      "export default { storage: 'sqlite:from-file', path: '/from-file', ignore: { paths: ['/none'] } };",
    );
    folder.write('app.mjs', appSource('express', 'mjs', { storage: 'sqlite:from-code' }));
    const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs'], {
      GATEBOOK_STORAGE: 'sqlite:from-variable',
      GATEBOOK_PATH: '/from-variable',
    });
    await visit(app);
    expect((await app.get('/from-variable')).status).toBe(200);
    const rows = expectedRows('express').slice(0, 3);
    expect(await rowsOf(folder, app, rows.length, 'from-code')).toEqual(rows);
    expect(existsSync(join(folder.path, 'from-file')) || existsSync(join(folder.path, 'from-variable'))).toBe(
      false,
    );
  });

  test.each(['js', 'mjs', 'cjs', 'ts'])('gatebook.config.%s', async (ending) => {
    const folder = createFolder();
    const options = "{ storage: 'sqlite:from-file' }";
    folder.write('package.json', '{ "type": "module" }');
    folder.write(
      `gatebook.config.${ending}`,
      ending === 'cjs' ? `module.exports = ${options};` : `export default ${options};`,
    );
    folder.write('app.mjs', appSource('node:http', 'mjs'));
    const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs']);
    await visit(app);
    const rows = expectedRows('node:http');
    expect(await rowsOf(folder, app, rows.length, 'from-file')).toEqual(rows);
  });

  test.each([
    ['a wrong value', 'export default { keep: 30 };', 'Invalid option keep: expected an object'],
    ['an unknown name', 'export default { storge: 1 };', 'Unknown option storge. Did you mean storage?'],
    ['a top-level await', 'await 0; export default {};', 'it has a top-level await'],
    ['an exception', "throw new Error('oops');", "can't be loaded: oops"],
    ['no default', 'export const keep = {};', 'must export its options as the default'],
  ])('%s in the file: one sentence, and the app runs on', async (_what, text, sentence) => {
    const folder = createFolder();
    folder.write('gatebook.config.mjs', text);
    folder.write('app.mjs', appSource('node:http', 'mjs'));
    const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs']);
    await visit(app);
    expect(await app.stop()).toEqual({ code: null, signal: 'SIGTERM' });
    const { stderr } = app.output();
    expect(stderr).toMatch(/^gatebook: .+ Nothing is recorded\. Your app is not affected\.\n$/);
    expect(stderr).toContain(sentence);
    expect(existsSync(join(folder.path, '.gatebook'))).toBe(false);
  });

  test('a wrong or misspelled variable is named', async () => {
    const folder = createFolder();
    folder.write('app.mjs', appSource('node:http', 'mjs'));
    const start = async (env: NodeJS.ProcessEnv) => {
      const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs'], env);
      await app.stop();
      return app.output().stderr;
    };
    expect(await start({ GATEBOOK_KEEP_AGE: 'long' })).toMatch(
      /^gatebook: Invalid environment variable GATEBOOK_KEEP_AGE: expected a duration .+ Nothing is recorded\./,
    );
    expect(await start({ GATEBOOK_STORGE: 'memory:' })).toBe(
      'gatebook: Unknown environment variable GATEBOOK_STORGE. Did you mean GATEBOOK_STORAGE?\n',
    );
  });

  test('says which options of a late gatebook() are not used', async () => {
    const folder = createFolder(['gatebook']);
    folder.write(
      'app.mjs',
      `import { createServer } from 'node:http';
import { gatebook } from 'gatebook/http';
const server = createServer((request, response) => response.end());
server.listen(0, '127.0.0.1', () => {
  gatebook(server, { path: '/late', details: 'all' });
  console.log('port ' + server.address().port);
});`,
    );
    const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs']);
    await app.get('/one');
    expect(await rowsOf(folder, app, 1)).toEqual(['main 200 /one']);
    expect(app.output().stderr).toMatch(
      /^gatebook: The book .+ with path, details, so these options are not used\. .+\n$/,
    );
  });
});
