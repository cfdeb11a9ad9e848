import { Argument, Command } from 'commander';
import { visibleText } from '../../../format/visible-text.ts';
import { collectorSettings } from '../../../options/collector-settings.ts';
import { MAX_PROCESS_TEXT } from '../../../process/process-info.ts';
import {
  addKey,
  isExpired,
  type KeptKey,
  type KeyRight,
  readKeys,
  revokeKey,
} from '../../../serve/access/collector-keys.ts';
import { CommandError, usageError } from '../../command-error.ts';
import { examples } from '../../help.ts';
import { jsonOption, readDuration } from '../../shared-options.ts';
import { flagOption, flagsOf, keysFile } from './flags.ts';

interface KeysOptions {
  readonly service?: string;
  readonly environment?: string;
  readonly owner?: true;
  readonly expires?: number;
  readonly json?: true;
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
    .addOption(flagOption('storage'))
    .addOption(flagOption('collector.keys'))
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

function keys(
  action: (typeof ACTIONS)[number],
  id: string | undefined,
  options: KeysOptions,
  command: Command,
): void {
  const { storage, collector } = collectorSettings(flagsOf(command));
  const file = keysFile(storage, collector.keys);
  if (action !== 'revoke' && id !== undefined) throw usageError(`keys ${action} takes no id.`);
  if (action === 'add') add(file, options);
  else if (action === 'list') list(file, options);
  else if (id === undefined) throw usageError('Say which key to revoke: gatebook keys list prints the ids.');
  else revoke(file, id);
}

function add(file: string, options: KeysOptions): void {
  const right = rightOf(options);
  const expires = options.expires === undefined ? undefined : new Date(Date.now() + options.expires);
  const { key, kept } = addKey(file, right, expires);
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

function list(file: string, options: KeysOptions): void {
  const keys = readKeys(file);
  if (options.json) {
    const shown = keys.map(({ hash: _hash, ...key }) => ({ ...key, isExpired: isExpired(key) }));
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    return;
  }
  if (keys.length === 0)
    process.stderr.write('There are no keys. Make one with gatebook keys add --service NAME.\n');
  for (const key of keys) process.stdout.write(`${key.id}  ${key.created.slice(0, 10)}  ${describe(key)}\n`);
}

function revoke(file: string, id: string): void {
  const key = revokeKey(file, id);
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
