import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The licences of the packages whose code is in these bundles, as their licences ask for. */
export function licencesOf(metafiles) {
  const folders = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const [folder] = PACKAGE.exec(file) ?? [];
        if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  const texts = [...folders].map(licenceOf).sort();
  return `Gatebook contains code of these packages.\n\n${texts.join('\n')}`;
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  const text = readFileSync(join(folder, file), 'utf8').trim();
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n\n${text}\n`;
}
