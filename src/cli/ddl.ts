import { Command } from 'commander';
import { GatebookError } from '../errors.ts';
import { IDENTIFIER } from '../store/clickhouse/address.ts';
import { clusterStatements } from '../store/clickhouse/cluster.ts';
import { addKeepOptions, type KeepOptions, readKeepOptions } from './keep.ts';

interface DdlOptions extends KeepOptions {
  readonly cluster: string;
  readonly database: string;
  readonly keep?: string;
}

export function ddlCommand(): Command {
  const command = new Command('ddl')
    .description('print the statements that make a book on a ClickHouse cluster')
    .requiredOption('--cluster <name>', 'the cluster, as its servers are configured')
    .option('--database <name>', 'the database', 'gatebook')
    .option('--keep <time>', 'what is older goes, such as 30d');
  return addKeepOptions(command).action(ddl);
}

function ddl({ cluster, database, keep, ...options }: DdlOptions): void {
  for (const name of [cluster, database]) {
    if (!IDENTIFIER.test(name))
      throw new GatebookError('bad-option', `"${name}" is no name: write letters, digits and underscores.`);
  }
  const statements = clusterStatements({
    cluster,
    database,
    rules: keep === undefined ? null : readKeepOptions(keep, options),
  });
  process.stdout.write(`${statements.map((statement) => `${statement};\n`).join('\n')}`);
}
