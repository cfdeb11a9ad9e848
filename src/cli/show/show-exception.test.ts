import { expect, test } from 'vitest';
import type { Exception } from '../../profile/profile.ts';
import { exceptionLines } from './show-exception.ts';

const exception: Exception = { name: 'Error', message: 'failed', stack: '', cause: null };

test('prints the fields, the frames of the app, the errors and the causes', () => {
  const stack = [
    '    at Layer.handle (/app/node_modules/router/layer.js:1:2)',
    '    at async find (/app/src/orders.js:12:5)',
    '    at node:internal/process/task_queues:104:5',
  ].join('\n');
  const errors = [{ ...exception, message: 'one', stack: '    at node:net:1:1' }];
  const fields = '{"code":"E_ORDER","details":{"id":7}}';
  const cause = {
    ...exception,
    name: 'object',
    message: '',
    isError: false as const,
    fields: '{"status":418}',
  };
  expect(exceptionLines({ ...exception, stack, fields, errors, moreErrors: 4, cause }).join('\n')).toBe(
    `Error: failed
code: E_ORDER
details: {
  "id": 7
}
    at async find (/app/src/orders.js:12:5)
    … 2 frames of libraries and Node.js (--json has all)
error 1 of 5
  Error: one
      at node:net:1:1
4 more errors were not recorded
caused by
  object
  (the value that was thrown is not an Error)
  status: 418`,
  );
});

test('escapes control characters', () => {
  const esc = '\u001b[31m';
  const hostile = {
    name: esc,
    message: esc,
    stack: esc,
    cause: null,
    fields: JSON.stringify({ [esc]: esc }),
  };
  expect(exceptionLines(hostile).join('\n')).not.toContain('\u001b');
});
