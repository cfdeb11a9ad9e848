// npm run example -- express
import { readdirSync } from 'node:fs';

const examples = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((file) =>
  file.isDirectory(),
);
const names = examples.map(({ name }) => name);
const [name] = process.argv.slice(2);
if (!names.includes(name)) {
  console.error(`Usage: npm run example -- ${names.join('|')}`);
  process.exit(1);
}
await import(`./${name}/app.js`);
