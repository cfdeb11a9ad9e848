import { Command } from 'commander';
import { clusterStatements } from '../../../store/clickhouse/book/cluster.ts';
import { IDENTIFIER } from '../../../store/clickhouse/engine/address.ts';
import { examples } from '../../help.ts';
import { invalid } from '../../shared-options.ts';
import { addKeepOptions, type KeepOptions, readKeepOptions } from './keep.ts';

interface DdlOptions extends KeepOptions {
  readonly cluster: string;
  readonly database: string;
  readonly keep?: string;
}

export function ddlCommand(): Command {
  const command = new Command('ddl')
    .summary('print the SQL that creates a book on a ClickHouse cluster')
    .description('Print the SQL that creates a book on a ClickHouse cluster. Nothing is executed.')
    .requiredOption('--cluster <name>', 'name of the cluster in the server configuration')
    .option('--database <name>', 'name of the database', 'gatebook')
    .option('--keep <time>', 'delete profiles older than this, such as 30d');
  return addKeepOptions(command)
    .addHelpText('after', examples('gatebook ddl --cluster main --keep 30d'))
    .action(ddl);
}

function ddl({ cluster, database, keep, ...options }: DdlOptions): void {
  for (const [option, name] of Object.entries({ '--cluster': cluster, '--database': database })) {
    if (!IDENTIFIER.test(name))
      invalid(option, name, 'a valid name', 'made of letters, digits and underscores');
  }
  const statements = clusterStatements({
    cluster,
    database,
    rules: keep === undefined ? null : readKeepOptions('--keep', keep, options),
  });
  process.stdout.write(`${statements.map((statement) => `${statement};\n`).join('\n')}`);
}
