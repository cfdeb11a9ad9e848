import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import type { RetentionRules } from '../store/clickhouse/retention-rules.ts';
import { isClickHouse } from '../store/open-store.ts';
import { MS_OF, measure } from './parse-units.ts';
import { storageOption } from './storage-option.ts';

export interface KeepOptions {
  readonly details?: string;
  readonly host: readonly string[];
}

export function keepCommand(): Command {
  const command = new Command('keep')
    .description(
      'say how long a book in ClickHouse keeps profiles: the engine itself takes away what is older',
    )
    .argument('<time>', 'what is older goes, such as 30d, 12h or 4w')
    .addOption(storageOption());
  return addKeepOptions(command).action(keep);
}

export function addKeepOptions(command: Command): Command {
  return command
    .option('--details <time>', 'the details go sooner, such as 7d')
    .option(
      '--host <host=time>',
      'profiles of this host go after another time; may be said again',
      collect,
      [],
    );
}

async function keep(time: string, { storage, ...options }: KeepOptions & { storage: string }): Promise<void> {
  if (!isClickHouse(storage)) {
    throw new GatebookError(
      'bad-option',
      'Only ClickHouse keeps time by itself. Elsewhere: gatebook prune --keep 30d.',
    );
  }
  const [{ openEngine }, { openBook }, { setRetentionRules }] = await Promise.all([
    import('../store/clickhouse/open-clickhouse.ts'),
    import('../store/clickhouse/open-book.ts'),
    import('../store/clickhouse/retention-rules.ts'),
  ]);
  const wanted = readKeepOptions(time, options);
  const { engine } = await openEngine(storage, false);
  try {
    await openBook(engine, false);
    await setRetentionRules(engine, wanted);
    process.stdout.write(`${engine.name} keeps profiles for ${time}\n`);
  } finally {
    await engine.close();
  }
}

export function readKeepOptions(time: string, { details = time, host }: KeepOptions): RetentionRules {
  const seconds = (option: string, text: string) => measure(option, text, MS_OF, '30d') / 1000;
  const hosts = host.map((text) => {
    const at = text.lastIndexOf('=');
    return [text.slice(0, at), seconds('--host', text.slice(at + 1))] as const;
  });
  return {
    entries: seconds('The time', time),
    details: seconds('--details', details),
    hosts: Object.fromEntries(hosts),
  };
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
