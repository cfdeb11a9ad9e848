import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The packages whose code is in these bundles, by name. */
export function bundledPackages(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const [folder] = PACKAGE.exec(file) ?? [];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  return [...folders].map(readPackage).sort((a, b) => (id(a) < id(b) ? -1 : 1));
}

const id = ({ name, version }) => `${name}@${version}`;

function readPackage(folder) {
  const { name, version, license, description } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  return {
    name,
    version,
    license,
    description,
    licenceText: readFileSync(join(folder, file), 'utf8').trim(),
  };
}
