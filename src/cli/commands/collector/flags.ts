import { type Command, Option } from 'commander';
import { COLLECTOR_FLAGS } from '../../../options/collector-settings.ts';
import { VARIABLES } from '../../../options/environment.ts';
import { DEFAULT_STORAGE, keysPath } from '../../../store/open-store.ts';
import { usageError } from '../../command-error.ts';

type Path = keyof typeof COLLECTOR_FLAGS;

const TEXTS: Readonly<Record<Path, readonly [value: string, meaning: string, byDefault?: string]>> = {
  storage: [
    '<url>',
    'the book: sqlite:FOLDER, clickhouse://USER:PASSWORD@HOST/DATABASE or chdb:FOLDER',
    DEFAULT_STORAGE,
  ],
  'collector.listen': ['<address>', 'HOST:PORT; other than loopback only with TLS', '127.0.0.1:4600'],
  'collector.tlsCert': ['<file>', 'certificate for TLS, in PEM format'],
  'collector.tlsKey': ['<file>', 'private key of the certificate, in PEM format'],
  'collector.insecure': ['<network>', 'listen without TLS, for private addresses only: private-network'],
  'collector.keys': ['<file>', 'the hashes of the keys, for a book that is not on this disk'],
  'collector.userHeader': ['<name>', 'the header in which a proxy names who reads, for the log'],
  'keep.age': ['<age>', 'delete profiles that are older', '30d'],
  'keep.bytes': ['<size>', 'the largest size of a SQLite book', '20GB'],
};

/** A flag that sets an option, which its variable and gatebook.config.js set too. */
export function flagOption(path: Path): Option {
  const [value, meaning, byDefault] = TEXTS[path];
  const first = byDefault === undefined ? '' : `default: ${byDefault}, `;
  return new Option(
    `${COLLECTOR_FLAGS[path]} ${value}`,
    `${meaning} (${first}env: ${VARIABLES.get(path)?.name})`,
  );
}

/** The flags that were passed, by the options that they set. */
export function flagsOf(command: Command): Partial<Record<Path, string>> {
  const passed = command.opts<Record<string, string | undefined>>();
  const found = command.options.flatMap((option) => {
    const path = (Object.keys(COLLECTOR_FLAGS) as Path[]).find(
      (each) => COLLECTOR_FLAGS[each] === option.long,
    );
    const text = passed[option.attributeName()];
    return path === undefined || text === undefined ? [] : [[path, text] as const];
  });
  return Object.fromEntries(found);
}

/** The file with the hashes of the keys: beside the book, unless it is given. */
export function keysFile(storage: string, keys: string | undefined): string {
  const file = keys ?? keysPath(storage);
  if (file !== null) return file;
  throw usageError(
    `The book is not on this machine. Say where the hashes of its keys are: --keys FILE, or ${VARIABLES.get('collector.keys')?.name}.`,
  );
}
