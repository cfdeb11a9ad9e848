import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unmetRequirement, unsupportedRuntime } from './requirements.ts';

test.each(['22.15.0', '22.23.1', '24.0.0', '26.10.0', '100.1.2'])('runs on Node %s', (version) => {
  expect(unsupportedRuntime({ node: version })).toBeNull();
});

test.each(['16.20.2', '18.20.8', '20.19.5', '22.14.0', '22.9.1'])(
  'says that Node %s is too old',
  (version) => {
    expect(unsupportedRuntime({ node: version })).toBe(
      `Gatebook needs Node 22.15 or newer; this is ${version}.`,
    );
  },
);

test('says that Bun and Deno are not Node', () => {
  expect(unsupportedRuntime({ node: '24.3.0', bun: '1.4.4' })).toContain('this is Bun 1.4.4.');
  expect(unsupportedRuntime({ node: '24.3.0', deno: '2.9.6' })).toContain('this is Deno 2.9.6.');
});

test('package.json names the same version of Node', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(unsupportedRuntime({ node: '1.0.0' })).toContain(`Node ${engines.node.replace('>=', '')} or newer`);
});

test('all requirements are met here', () => {
  expect(unmetRequirement()).toBeNull();
});
