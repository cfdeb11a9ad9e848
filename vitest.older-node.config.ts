import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * The same suite tests every framework with its adapter and without code. The oldest version has the second, which depends more
 * on it, and not what is the same code on every version. What holds for it and for the newest holds for the one between them:
 * there, only servers and frameworks are tested.
 */
const ELSEWHERE = process.versions.node.startsWith('24.')
  ? [
      'src/**',
      'test/{cli,extending,page}/**',
      'test/recording/{jobs,operations,queries}/**',
      'test/recording/!(adapters|book|four-writers|http2|server|threads).test.ts',
    ]
  : [
      'test/recording/{adapters,express*,fastify,hono,koa,nest}.test.ts',
      'test/recording/{bodies,details,error-groups,set-route,trails,two-books,types,users}.test.ts',
      'test/recording/jobs/**',
    ];

/**
 * Recording and the SQLite store depend on the version of Node. The page, the search, redaction, ClickHouse, the care of a
 * book, most commands, most database clients and the slow tests do not, so they run only on the newest version.
 */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      exclude: [
        ...configDefaults.exclude,
        ...ELSEWHERE,
        'test/faults/**',
        // Of the page: that it is there.
        'test/page/!(page).test.ts',
        'src/{clients,compare,format,redact,search,serve}/**',
        'src/store/{agreement,find-in-details,group-flood}.test.ts',
        'src/store/memory/**',
        'src/pipeline/draft/draft-codec.test.ts',
        'src/profile/token.test.ts',
        'src/store/clickhouse/**',
        'src/store/sqlite/maintain/{backup,check}.test.ts',
        'test/cli/!(demo|mcp-replay|tail).test.ts',
        'test/{bench,docs,redaction,tree}/**',
        'test/recording/queries/{*-unchanged,m*,ioredis,redis*,tedious}.test.ts',
        'test/recording/operations/{graphql*,trpc}.test.ts',
        'test/recording/jobs/bullmq.test.ts',
        'test/recording/clickhouse*',
        'test/recording/chdb*',
      ],
    },
  }),
);
