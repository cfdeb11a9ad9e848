import { expect, test } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import { createRedaction } from '../../redact/redaction.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { openStore } from '../../store/open-store.ts';
import type { Draft } from '../draft/draft.ts';
import { DraftEncoder } from '../draft/draft-encoder.ts';
import { createWriter } from './writer.ts';

async function classesOf(drafts: readonly Draft[]) {
  const store = await openStore('memory:');
  const encoder = new DraftEncoder();
  for (const draft of drafts) encoder.add(draft);
  await createWriter(async () => store, createRedaction()).write({ id: 'a', drafts: encoder.take() });
  const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
  return entries.toReversed().map(({ kind, url, client }) => `${kind} ${url} ${client}`);
}

test('the requests of a scanner that came before it gave itself away, and their stages, have its class', async () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const missing = { status: 404, agent };
  const stages = [{ seq: null, kind: 'sub' as const, name: 'load', duration: 1 }];
  const classes = await classesOf([
    sampleDraft('/first', { agent, stages }),
    sampleDraft('/other', { agent, ip: '198.51.100.1' }),
    sampleDraft('job:mail', { kind: 'job' }),
    sampleDraft('/.env', missing),
    sampleDraft('/wp-login.php', missing),
    sampleDraft('/.git/config', missing),
  ]);
  expect(classes.map((line) => line.replace('https://h', '')).sort()).toEqual(
    [
      'main /first scanner',
      'sub /first scanner',
      'main /other browser',
      'job job:mail unknown',
      'main /.env scanner',
      'main /wp-login.php scanner',
      'main /.git/config scanner',
    ].sort(),
  );
});
