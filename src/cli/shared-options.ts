import { Option } from 'commander';
import { DEFAULT_STORAGE } from '../store/open-store.ts';
import { readTimeZone } from './option-values.ts';
import { readFields } from './output/json.ts';

const SQLITE = 'sqlite:FOLDER';
const CLICKHOUSE = 'clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER';

export function storageOption(): Option {
  return storage(`${SQLITE}, ${CLICKHOUSE}`).default(DEFAULT_STORAGE);
}

/** For commands that work only with SQLite. */
export function sqliteOption(): Option {
  return storage(SQLITE).default(DEFAULT_STORAGE);
}

/** For commands that work only with ClickHouse. */
export function clickHouseOption(): Option {
  return storage(CLICKHOUSE).makeOptionMandatory();
}

export function zoneOption(): Option {
  return new Option('--tz <zone>', 'time zone, such as Europe/Zagreb').default('UTC').argParser(readTimeZone);
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON');
}

/** For commands that print rows, beside `jsonOption`. */
export function ndjsonOption(): Option {
  return new Option('--ndjson', 'print one JSON object per line').conflicts('json');
}

/** For commands that print rows with these fields. */
export function fieldsOption(known: readonly string[]): Option {
  return new Option('--fields <names>', 'print only these fields, such as token,url').argParser((text) =>
    readFields(text, known),
  );
}

function storage(forms: string): Option {
  return new Option('--storage <url>', `the book: ${forms}`).env('GATEBOOK_STORAGE');
}
