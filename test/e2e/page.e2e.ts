import { describe } from 'vitest';
import { useBigBook } from './page/big-book.ts';
import { browserFeaturesWalk } from './page/browser-features-walk.ts';
import { exportWalk } from './page/export-walk.ts';
import { testFirstPaint } from './page/first-paint.ts';
import { hostileWalk } from './page/hostile-walk.ts';
import { keyboardWalk } from './page/keyboard-walk.ts';
import { testPageWeight } from './page/page-weight.ts';
import { profileWalk } from './page/profile-walk.ts';
import { testScreenshots } from './page/screenshots.ts';
import { searchWalk } from './page/search-walk.ts';
import { testServerTime } from './page/server-time.ts';

const book = useBigBook();

describe('every page in every state', () => testScreenshots(book));
describe('Profile Search', () => searchWalk(book));
describe('keyboard', () => keyboardWalk(book));
describe('profile', () => profileWalk(book));
describe('export', () => exportWalk(book));
describe('browser features', () => browserFeaturesWalk(book));
describe('size and speed', () => {
  testPageWeight(book);
  testFirstPaint(book);
  testServerTime(book);
});
describe('hostile strings', () => hostileWalk(book));
