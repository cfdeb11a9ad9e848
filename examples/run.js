// npm run example -- express
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const names = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, 'app.js')),
);
const [name] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Usage: npm run example -- ${names.join('|')}`);
  process.exit(1);
}
await import(`./${name}/app.js`);
