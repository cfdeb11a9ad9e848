import { Argument, Command, Option } from 'commander';
import { visibleText } from '../../../format/visible-text.ts';
import { MAX_PROCESS_TEXT } from '../../../process/process-info.ts';
import {
  addKey,
  isExpired,
  type KeptKey,
  type KeyRight,
  readKeys,
  revokeKey,
} from '../../../serve/access/collector-keys.ts';
import { keysPath } from '../../../store/open-store.ts';
import { CommandError, usageError } from '../../command-error.ts';
import { examples } from '../../help.ts';
import { jsonOption, readDuration, storageOption } from '../../shared-options.ts';

interface KeysOptions {
  readonly storage: string;
  readonly keys?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly owner?: true;
  readonly expires?: number;
  readonly json?: true;
}

export function keysOption(): Option {
  return new Option('--keys <file>', 'the hashes of the keys, for a book that is not on this disk');
}

/** The file with the keys: beside the book, unless it is given. */
export function keysFile({
  storage,
  keys = keysPath(storage) ?? undefined,
}: Pick<KeysOptions, 'storage' | 'keys'>): string {
  if (keys !== undefined) return keys;
  throw usageError('The book is not on this machine. Say where the hashes of its keys are: --keys FILE.');
}

const ACTIONS = ['add', 'list', 'revoke'] as const;

export function keysCommand(): Command {
  return new Command('keys')
    .summary('make, list and revoke the keys of a collector')
    .description(
      'The keys with which apps write to gatebook collect. A new key is printed once, and only its hash is kept. A collector that runs ' +
        'takes new keys and refuses revoked ones within a second. The key that reads is that of the book, which opens the page too.',
    )
    .addArgument(new Argument('<action>', 'what to do').choices(ACTIONS))
    .argument('[id]', 'the key to revoke, as list prints it')
    .addOption(storageOption())
    .addOption(keysOption())
    .option('--service <name>', 'add: what is written with the key belongs to this service')
    .option('--environment <name>', 'add: and to this environment, such as production')
    .option('--owner', 'add: a key that writes for every service, reads and deletes, instead of a write key')
    .option('--expires <time>', 'add: the key is valid for this long', (text) =>
      readDuration('--expires', text),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'gatebook keys add --service shop --environment production',
        'gatebook keys list --storage sqlite:/data/book',
        'gatebook keys revoke 3f9c01ab',
      ),
    )
    .action(keys);
}

function keys(action: (typeof ACTIONS)[number], id: string | undefined, options: KeysOptions): void {
  if (action !== 'revoke' && id !== undefined) throw usageError(`keys ${action} takes no id.`);
  if (action === 'add') add(options);
  else if (action === 'list') list(options);
  else if (id === undefined) throw usageError('Say which key to revoke: gatebook keys list prints the ids.');
  else revoke(id, options);
}

function add(options: KeysOptions): void {
  const right = rightOf(options);
  const expires = options.expires === undefined ? undefined : new Date(Date.now() + options.expires);
  const { key, kept } = addKey(keysFile(options), right, expires);
  // The key alone is on stdout: KEY=$(gatebook keys add ...)
  process.stdout.write(`${key}\n`);
  const use = right.to === 'write' ? 'GATEBOOK_WRITE_KEY' : 'GATEBOOK_KEY';
  process.stderr.write(`Key ${kept.id} ${describe(kept)}. Set it as ${use}; it is not printed again.\n`);
}

function rightOf({ service, environment, owner }: KeysOptions): KeyRight {
  if (owner && (service !== undefined || environment !== undefined))
    throw usageError('An owner writes for every service: --owner excludes --service and --environment.');
  if (owner) return { to: 'own' };
  if (service === undefined) throw usageError('Say which service writes with the key: --service NAME.');
  for (const [option, text] of Object.entries({ service, environment }))
    if (text !== undefined && (text === '' || text.length > MAX_PROCESS_TEXT))
      throw usageError(`--${option} needs a name of at most ${MAX_PROCESS_TEXT} characters.`);
  return { to: 'write', service, ...(environment !== undefined && { environment }) };
}

function list(options: KeysOptions): void {
  const keys = readKeys(keysFile(options));
  if (options.json) {
    const shown = keys.map(({ hash: _hash, ...key }) => ({ ...key, isExpired: isExpired(key) }));
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    return;
  }
  if (keys.length === 0)
    process.stderr.write('There are no keys. Make one with gatebook keys add --service NAME.\n');
  for (const key of keys) process.stdout.write(`${key.id}  ${key.created.slice(0, 10)}  ${describe(key)}\n`);
}

function revoke(id: string, options: KeysOptions): void {
  const key = revokeKey(keysFile(options), id);
  if (!key) throw new CommandError(`There is no key ${visibleText(id)}. gatebook keys list prints the ids.`);
  process.stderr.write(`Key ${key.id}, which ${describe(key)}, is revoked.\n`);
}

function describe(key: Omit<KeptKey, 'hash'>): string {
  const { right, expires } = key;
  const end = expires === undefined ? '' : isExpired(key) ? ' (expired)' : ` until ${expires.slice(0, 10)}`;
  if (right.to === 'own') return `writes for every service, reads and deletes${end}`;
  const environment = right.environment === undefined ? '' : ` in ${right.environment}`;
  return visibleText(`writes for ${right.service}${environment}${end}`);
}
