import { describe } from 'vitest';
import { atHandWalk } from './page/at-hand-walk.ts';
import { useBigBook } from './page/big-book.ts';
import { takeAlongWalk } from './page/export-walk.ts';
import { hostileWalk } from './page/hostile-walk.ts';
import { paintsSoon } from './page/paint.ts';
import { profileWalk } from './page/profile-walk.ts';
import { looksRight } from './page/screenshot.ts';
import { searchWalk } from './page/search-walk.ts';
import { servesFast } from './page/server-time.ts';
import { weighs } from './page/weight.ts';

const book = useBigBook();

describe('every page and state looks right', () => looksRight(book));
describe('Profile Search', () => searchWalk(book));
describe('the profile', () => profileWalk(book));
describe('taken along', () => takeAlongWalk(book));
describe('at hand', () => atHandWalk(book));
describe('light and fast', () => {
  weighs(book);
  paintsSoon(book);
  servesFast(book);
});
describe('hostile strings', () => hostileWalk(book));
