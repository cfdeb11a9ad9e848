import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/extending.md'), 'utf8');

test.each(['instrumentation', 'adapter', 'store'])(
  'docs/extending.md shows %s.js as it is tested',
  (name) => {
    const file = `examples/extending/${name}.js`;
    const source = readFileSync(join(root, file), 'utf8');
    expect(page).toContain(`\`\`\`js\n// ${file}\n${source}\`\`\`\n`);
  },
);

test('links of docs/extending.md exist', () => {
  for (const [, path = ''] of page.matchAll(/\]\(([^)#:]+)\)/g))
    expect(existsSync(join(root, 'docs', path)), path).toBe(true);
});
