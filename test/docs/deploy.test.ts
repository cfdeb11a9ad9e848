import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTrustedProxies } from '../../src/net/client.ts';
import { VARIABLES } from '../../src/options/environment.ts';
import { DEFAULT_STORAGE, sqlitePath } from '../../src/store/open-store.ts';
import { block, PLATFORM_PAGES, platformBlock } from '../guest/deploy/doc-blocks.ts';
import { read } from './markdown.ts';

test('the image of the Docker example does not contain the book of the machine that builds it', () => {
  expect(block('dockerfile')).toContain('COPY . .');
  expect(block('text', 'node_modules').split('\n')).toContain(basename(sqlitePath(DEFAULT_STORAGE)));
});

test('the table of what is lost has each platform, and each row its page', () => {
  const rows = [...read('docs/deploy.md').matchAll(/^\| \[[^\]]+\]\(deploy\/([\w-]+)\.md\)/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...PLATFORM_PAGES.keys()].sort());
});

describe.each([...PLATFORM_PAGES])('docs/deploy/%s.md', (_platform, page) => {
  test('sets variables that exist', () => {
    const names = new Set([...page.matchAll(/GATEBOOK_[A-Z_]+/g)].map(([name]) => name));
    const known = new Set([...VARIABLES.values()].map(({ name }) => name));
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  });

  test('keeps the book on a volume, or in ClickHouse', () => {
    expect(page).toMatch(
      /sqlite:\/data\/book|- book:\/data|an? \[ClickHouse server\]\(\.\.\/scale\.md#one-server\)/,
    );
  });

  test('names networks of proxies', () => {
    const networks = page.match(/\d+\.\d+\.\d+\.\d+\/\d+|[0-9a-f]+::\/\d+/g) ?? [];
    expect(parseTrustedProxies(networks)).toHaveLength(networks.length);
  });
});

test.each(['railway', 'heroku', 'ecs'])('the file for %s is JSON', (platform) => {
  expect(JSON.parse(platformBlock(platform, 'json'))).toBeTypeOf('object');
});
