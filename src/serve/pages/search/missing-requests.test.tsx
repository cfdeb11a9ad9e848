import { expect, test } from 'vitest';
import type { DropReason } from '../../../profile/entry.ts';
import { MissingRequests } from './missing-requests.tsx';

const STATS = {
  recorded: 100,
  stored: 70,
  dropped: 0,
  held: 0,
  heldBytes: 0,
  drops: {},
  ignored: 0,
  droppedBodies: 0,
  faults: 0,
  restarts: 0,
};

test('says in words why requests are missing, for every reason', () => {
  const drops: Readonly<Record<DropReason, number>> = {
    memory: 1,
    budget: 2,
    disk: 12,
    refused: 3,
    closed: 4,
    spool: 7,
  };
  const text = String(
    <MissingRequests {...STATS} dropped={29} drops={drops} faults={5} held={6} spooled={8} />,
  );
  expect(text).toContain(
    '34 requests since this process started are missing from the book: 1 over the memory limit, ' +
      '2 over the recording budget, 12 because the disk was full, 3 refused by the store, ' +
      '4 after the book was closed, 7 because the spool was full, 5 not recorded because of an error. 14 more are waiting to be written.',
  );
});

test('says nothing if no request is missing', () => {
  expect(MissingRequests({ ...STATS, held: 6 })).toBe(null);
});
