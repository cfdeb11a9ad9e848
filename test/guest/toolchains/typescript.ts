import type { Project } from './project.ts';

/** Uses every entry point. The line after `@ts-expect-error` fails if the types were not found and everything is `any`. */
const SOURCE = `import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { type Entry, GatebookError, type GatebookOptions, note } from 'gatebook';
import { type Adapter, attach } from 'gatebook/adapter';
import { gatebook as express } from 'gatebook/express';
import { gatebook as fastify } from 'gatebook/fastify';
import { gatebook as hono } from 'gatebook/hono';
import { type Gatebook, gatebook } from 'gatebook/http';
import { gatebook as http2 } from 'gatebook/http2';
import { gatebook as koa } from 'gatebook/koa';
import { gatebook as nest } from 'gatebook/nest';
import { GatebookSpanProcessor } from 'gatebook/otel';
import { openStore, type Store } from 'gatebook/store';

const options: GatebookOptions = { keep: { age: '7d' }, storage: 'memory:' };
export const book: Gatebook = gatebook(createServer(), options);
export const secure: Gatebook = http2(createSecureServer(), options);
export async function read(): Promise<number | undefined> {
  const store: Store = await openStore('memory:');
  await store.close();
  note('key', 'value');
  const { entries } = await book.search('status:5xx', { limit: 1 });
  const status: number | undefined = entries[0]?.status;
  return status;
}
export const failure = new GatebookError('bad-option', 'No.');
export const all = [express, fastify, hono, koa, nest, attach, GatebookSpanProcessor];
export type { Adapter, Entry };
// @ts-expect-error: a number
export const wrong: string = book.stats().recorded;
`;

interface Setting {
  readonly name: string;
  readonly file: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** From the first version that has it to the last. */
  readonly until?: number;
}

const SETTINGS: readonly Setting[] = [
  {
    name: 'node10',
    file: 'app.ts',
    options: { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
    until: 6,
  },
  { name: 'node16, CommonJS', file: 'app.cts', options: { module: 'node16', moduleResolution: 'node16' } },
  { name: 'node16, ESM', file: 'app.mts', options: { module: 'node16', moduleResolution: 'node16' } },
  { name: 'nodenext, CommonJS', file: 'app.cts', options: { module: 'nodenext' } },
  { name: 'nodenext, ESM', file: 'app.mts', options: { module: 'nodenext' } },
  { name: 'bundler', file: 'app.ts', options: { module: 'esnext', moduleResolution: 'bundler' } },
];

/** The settings that a version of TypeScript has. */
export function settingsOf(version: string): readonly Setting[] {
  const major = Number(version.split('.')[0]);
  return SETTINGS.filter(({ until = 100 }) => major <= until);
}

/** Compiles the source with a version of TypeScript, and returns the errors in it and in our types. */
export async function typeErrors(
  project: Project,
  compiler: string,
  { file, options }: Setting,
): Promise<string> {
  project.write(file, SOURCE);
  const isVersion6 = project.versionOf(compiler).startsWith('6.');
  const config = project.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        ...options,
        target: 'es2022',
        lib: ['es2022'],
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        ...(isVersion6 && { ignoreDeprecations: '6.0' }),
      },
      files: [file],
    }),
  );
  const { code, stdout, stderr } = await project.node([`node_modules/${compiler}/bin/tsc`, '-p', config]);
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => /^\S/.test(line));
  const ours = lines.filter(
    (line) => !line.startsWith('node_modules/') || line.includes('node_modules/gatebook/'),
  );
  return code === 0 || lines.length > ours.length ? ours.join('\n') : lines.join('\n');
}
