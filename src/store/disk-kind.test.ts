import { statfsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diskKind, kindOfType } from './disk-kind.ts';

// As statfs(2) lists them.
test.each([
  ['tmpfs', 0x01021994, 'memory'],
  ['overlay', 0x794c7630, 'layer'],
  ['NFS', 0x6969, 'network'],
  ['SMB', 0xfe534d42, 'network'],
  ['ext4', 0xef53, 'disk'],
  ['9p, as gVisor has it', 0x01021997, 'disk'],
])('%s', (_name, type, kind) => {
  expect(kindOfType(type)).toBe(kind);
});

test.runIf(process.platform === 'linux')(
  'a folder that does not exist is on the file system of its parent',
  () => {
    expect(statfsSync('/dev/shm').type).toBe(0x01021994);
    expect(diskKind('/dev/shm/none/none')).toBe('memory');
  },
);
