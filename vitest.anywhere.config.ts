import { configDefaults, defineConfig } from 'vitest/config';

/** They expect modes of files, paths with slashes or pipes, or send signals, which Windows does not have. */
const NOT_ON_WINDOWS = [
  'src/pipeline/writer/source-maps/*.test.ts',
  'src/process/{process-end,unhandled-signals}.test.ts',
  'src/serve/access/key-file.test.ts',
  'src/store/sqlite/files/file-modes.test.ts',
];

/** What runs on macOS and Windows too: tests that need no server or tool of Linux, and no ClickHouse. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'test/extending/*.test.ts',
      'test/page/page.test.ts',
      'test/recording/{book,express,fastify,hono,http2,koa,nest,server,two-books}.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      'src/store/{agreement,conformance}.test.ts',
      'src/store/clickhouse/**',
      ...(process.platform === 'win32' ? NOT_ON_WINDOWS : []),
    ],
    testTimeout: 60_000,
    // Every book in the tests has this key.
    env: { GATEBOOK_KEY: 'key-of-the-tests-1' },
  },
});
