import { Command } from 'commander';
import type { RetentionRules } from '../../../store/clickhouse/book/retention-rules.ts';
import { isClickHouse } from '../../../store/open-store.ts';
import { usageError } from '../../command-error.ts';
import { examples } from '../../help.ts';
import { clickHouseOption, invalid, readDuration } from '../../shared-options.ts';

export interface KeepOptions {
  readonly details?: string;
  readonly host?: readonly string[];
}

export function keepCommand(): Command {
  const command = new Command('keep')
    .summary('set how long a ClickHouse book keeps profiles')
    .description(
      'Set how long a ClickHouse book keeps profiles. ClickHouse deletes older ones by itself. For SQLite, use the keep option of your app or gatebook prune.',
    )
    .argument('<time>', 'delete profiles older than this, such as 30d, 12h or 4w')
    .addOption(clickHouseOption())
    .addHelpText(
      'after',
      examples('gatebook keep 30d --details 7d --storage clickhouse://user:password@db.example/gatebook'),
    );
  return addKeepOptions(command).action(keep);
}

export function addKeepOptions(command: Command): Command {
  return command
    .option('--details <time>', 'delete details sooner, such as 7d')
    .option('--host <host=time>', 'another limit for one host, such as shop.example=7d; repeatable', collect);
}

async function keep(time: string, { storage, ...options }: KeepOptions & { storage: string }): Promise<void> {
  if (!isClickHouse(storage)) {
    throw usageError('gatebook keep works only with ClickHouse. For SQLite, use: gatebook prune --keep 30d');
  }
  const [{ openEngine }, { openBook }, { setRetentionRules }] = await Promise.all([
    import('../../../store/clickhouse/open-clickhouse.ts'),
    import('../../../store/clickhouse/book/open-book.ts'),
    import('../../../store/clickhouse/book/retention-rules.ts'),
  ]);
  const limits = readKeepOptions('<time>', time, options);
  const { engine } = await openEngine(storage, false);
  try {
    await openBook(engine, false);
    await setRetentionRules(engine, limits);
    process.stdout.write(`${engine.name} keeps profiles for ${time}\n`);
  } finally {
    await engine.close();
  }
}

export function readKeepOptions(
  option: string,
  time: string,
  { details, host = [] }: KeepOptions,
): RetentionRules {
  const seconds = (name: string, text: string) => readDuration(name, text) / 1000;
  const hosts = host.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 0) invalid('--host', text, 'HOST=TIME', 'such as shop.example=7d');
    return [text.slice(0, at), seconds('--host', text.slice(at + 1))] as const;
  });
  return {
    entries: seconds(option, time),
    details: details === undefined ? seconds(option, time) : seconds('--details', details),
    hosts: Object.fromEntries(hosts),
  };
}

function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
