import { Command } from 'commander';
import { GatebookError } from '../profile/gatebook-error.ts';
import { kindOf } from '../store/open-store.ts';
import { MS_OF, measure } from './measure.ts';
import { storageOption } from './storage-option.ts';

interface KeepOptions {
  readonly storage: string;
  readonly details?: string;
  readonly host: readonly string[];
}

export function keepCommand(): Command {
  return new Command('keep')
    .description(
      'say how long a book in ClickHouse keeps profiles: the engine itself takes away what is older',
    )
    .argument('<time>', 'what is older goes, such as 30d, 12h or 4w')
    .option('--details <time>', 'the details go sooner, such as 7d')
    .option(
      '--host <host=time>',
      'profiles of this host go after another time; may be said again',
      collect,
      [],
    )
    .addOption(storageOption())
    .action(keep);
}

async function keep(time: string, { storage, details = time, host }: KeepOptions): Promise<void> {
  if (!['clickhouse', 'chdb'].includes(kindOf(storage))) {
    throw new GatebookError(
      'bad-option',
      'Only ClickHouse keeps time by itself. Elsewhere: gatebook prune --keep 30d.',
    );
  }
  const seconds = (option: string, text: string) => measure(option, text, MS_OF, '30d') / 1000;
  const hosts = Object.fromEntries(
    host.map((text) => {
      const at = text.lastIndexOf('=');
      return [text.slice(0, at), seconds('--host', text.slice(at + 1))];
    }),
  );
  const [{ openEngine }, { openBook }, { setKeep }] = await Promise.all([
    import('../store/clickhouse/open-clickhouse.ts'),
    import('../store/clickhouse/open-book.ts'),
    import('../store/clickhouse/keep.ts'),
  ]);
  const { engine } = await openEngine(storage, false);
  try {
    await openBook(engine, false);
    await setKeep(engine, {
      entries: seconds('The time', time),
      details: seconds('--details', details),
      hosts,
    });
    process.stdout.write(`${engine.name} keeps profiles for ${time}\n`);
  } finally {
    await engine.close();
  }
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}
