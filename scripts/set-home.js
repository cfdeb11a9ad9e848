// node scripts/set-home.js URL
// Moves the repository: package.json says where it is, and every file that links to it follows.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [url = ''] = process.argv.slice(2);
if (!/^https:\/\/github\.com\/[\w-]+\/gatebook$/.test(url)) {
  console.error('Usage: node scripts/set-home.js URL, such as the https address of the repository on GitHub');
  process.exit(2);
}
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const before = repository.url.replace(/^git\+|\.git$/g, '');
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
for (const file of files) {
  if (!/\.(?:[cm]?[jt]sx?|json|md|ya?ml)$/.test(file) || !existsSync(file)) continue;
  const text = readFileSync(file, 'utf8');
  if (text.includes(before)) writeFileSync(file, text.replaceAll(before, url));
}
console.log(`${before} is now ${url}`);
