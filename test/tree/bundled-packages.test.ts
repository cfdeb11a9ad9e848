import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Licences that allow their code in a package under the MIT licence, without conditions on the app that uses it. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense'];

interface Component {
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly license?: { readonly id: string } }[];
  readonly purl: string;
}

const sbom = JSON.parse(read('dist/sbom.cdx.json'));
const components: readonly Component[] = sbom.components;
const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);
const names = components.map(nameOf);

/** The packages of a bundle that esbuild names in a comment before each of their files. */
function packagesInCode(): Set<string> {
  const found = new Set<string>();
  for (const file of globSync('dist/*.js', { cwd: ROOT }))
    for (const [, name = ''] of read(file).matchAll(/^\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm))
      found.add(name);
  return found;
}

test('the bill of materials names this package, and each bundled one with its installed version', () => {
  const { name, version } = JSON.parse(read('package.json'));
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { name, version, purl: `pkg:npm/${name}@${version}` } },
  });
  for (const component of components) {
    const installed = JSON.parse(read(`node_modules/${nameOf(component)}/package.json`));
    expect(component.version).toBe(installed.version);
    expect(component.purl).toBe(`pkg:npm/${nameOf(component).replace('@', '%40')}@${component.version}`);
  }
  const refs = components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(sbom.dependencies[0]).toEqual({ ref: sbom.metadata.component['bom-ref'], dependsOn: refs });
});

test('the bill of materials is complete', () => {
  const inCode = [...packagesInCode()];
  expect(inCode).toEqual(expect.arrayContaining(['hono', '@hono/node-server', 'commander', 'isbot', 'zod']));
  expect(inCode.filter((name) => !names.includes(name))).toEqual([]);
  // Only in code for browsers, or in code without comments.
  expect(names).toEqual(expect.arrayContaining(['d3-array', 'get-east-asian-width']));
});

test('the licence of each bundled package is allowed', () => {
  const others = components.filter(({ licenses }) => !ALLOWED.includes(licenses[0]?.license?.id ?? ''));
  expect(others.map((component) => [nameOf(component), component.licenses])).toEqual([]);
});

test('the text of each licence is part of the package', () => {
  const text = read('dist/THIRD-PARTY-LICENSES.txt');
  for (const component of components)
    expect(text).toMatch(
      new RegExp(`^${nameOf(component)} ${component.version} \\([\\w.-]+\\)\\n\\n.{10}`, 'ms'),
    );
});
