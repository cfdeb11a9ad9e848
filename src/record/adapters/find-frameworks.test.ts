import { expect, test } from 'vitest';
import { nestFile } from './find-frameworks.ts';

const FILE = 'node_modules/@nestjs/platform-express/adapters/express-adapter.js';
const WINDOWS = FILE.replaceAll('/', '\\');

test.each([
  [`at ExpressAdapter.listen (/srv/shop/${FILE}:95:32)`, `/srv/shop/${FILE}`],
  [`at ExpressAdapter.listen (file:///srv/my%20shop/${FILE}:95:32)`, `file:///srv/my%20shop/${FILE}`],
  [`at async /srv/shop/${FILE}:95:32`, `/srv/shop/${FILE}`],
  [
    `at new ExpressAdapter (C:\\Users\\Ann Lee\\shop (1)\\${WINDOWS}:95:32)`,
    `C:\\Users\\Ann Lee\\shop (1)\\${WINDOWS}`,
  ],
  [`at x (file:///C:/shop/${FILE}:1:2)`, `file:///C:/shop/${FILE}`],
])('finds the file of Nest in %j', (frame, file) => {
  expect(nestFile(`Error: ${FILE}\n    at y (/srv/a.js:1:2)\n    ${frame}\n    at z (/srv/b.js:3:4)`)).toBe(
    file,
  );
});

test('finds none in the stack of another app', () => {
  expect(
    nestFile('Error\n    at y (/srv/shop/node_modules/@nestjs/core/nest-application.js:1:2)'),
  ).toBeUndefined();
});
