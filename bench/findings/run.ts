// npm run bench:findings            a minute
// npm run bench:findings -- --tiny  at a size for CI
// npm run bench:findings -- --full  two million requests with 200 causes, 300 changes and 300 quiet periods
// --assert                          fails if a figure misses its goal
// --verbose                         lists what was missed
import { report } from '../figures.ts';
import { measureChanges } from './changes.ts';
import { measureInCommon } from './in-common.ts';

const has = (option: string) => process.argv.includes(option);
const SMALL = has('--tiny')
  ? { requests: 70_000, causes: 16, chances: 16, changes: 21, most: 500 }
  : { requests: 120_000, causes: 64, chances: 96, changes: 60, most: 2000 };
const size = has('--full')
  ? { requests: 2_000_000, causes: 200, chances: 500, changes: 300, most: 50_000 }
  : SMALL;

const figures = [
  ...(await measureChanges(size.changes, size.most, has('--verbose'))),
  ...(await measureInCommon(size, has('--verbose'))),
];
report(`bench:findings with ${size.requests} requests and ${size.causes} causes`, figures, has('--assert'));
