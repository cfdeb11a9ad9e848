import { Option } from 'commander';
import { DEFAULT_STORAGE } from '../store/open-store.ts';

/** Every command that reads a book says which in the same way. */
export function storageOption(): Option {
  return new Option(
    '--storage <url>',
    'the book: sqlite:PATH, clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER',
  )
    .env('GATEBOOK_STORAGE')
    .default(DEFAULT_STORAGE);
}

export function zoneOption(): Option {
  return new Option('--tz <zone>', 'the time zone times are read and shown in').default('UTC');
}
