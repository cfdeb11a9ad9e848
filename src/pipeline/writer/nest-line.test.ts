import { expect, test } from 'vitest';
import { parseNestLine } from './redact-trail.ts';

const NEST = '[Nest] 4711  - 11/14/2026, 9:05:07 AM';

test.each(['LOG', 'ERROR', 'WARN', 'DEBUG', 'VERBOSE', 'FATAL'])('reads a line of the level %s', (level) => {
  expect(parseNestLine(`${NEST} ${level.padStart(7)} [Router] Mapped /users +5ms`)).toEqual({
    level: level.toLowerCase(),
    context: 'Router',
    text: 'Mapped /users',
  });
  // Nest 7 does not pad the level, and a line may have no context and no time.
  expect(parseNestLine(`${NEST} ${level} took +5ms more`)).toEqual({
    level: level.toLowerCase(),
    context: '',
    text: 'took +5ms more',
  });
});

test.each(['', 'x', `x ${NEST} LOG y`, `${NEST} INFO y`, NEST, '[Nest] x - y LOG z', '[Nest] LOG y'])(
  '%j is not a line of Nest',
  (line) => {
    expect(parseNestLine(line)).toBeNull();
  },
);
