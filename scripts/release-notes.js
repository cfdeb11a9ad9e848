// node scripts/release-notes.js v0.1.0: prints the section of CHANGELOG.md about a version. Fails if there is none, or if package.json has another version.
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

const { version: packaged } = JSON.parse(read('package.json'));
if (version !== packaged) throw new Error(`The tag is ${tag}, but package.json has the version ${packaged}.`);

const sections = read('CHANGELOG.md').split(/^## /m);
const section = sections.find((text) => text.split('\n', 1)[0].split(' ')[0] === version);
if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version}".`);
console.log(section.slice(section.indexOf('\n')).trim());
