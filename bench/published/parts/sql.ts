import { spreadOf } from '../../figures.ts';
import { compareWithSql } from '../../store/hand-written-sql.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';

/** Searches beside SQL that someone who knows the tables would write. */
export const sql: Part = async ({ isTiny, profiles }) => {
  const { compared, hops } = await compareWithSql(profiles, isTiny ? 3 : 80);
  const ratio = (search: readonly number[], sql: readonly number[]) =>
    spreadOf(search.map((ms, i) => ms / (sql[i] ?? ms)));
  return {
    tables: [
      {
        head: ['search', 'Gatebook, ms', 'SQL by hand, ms', 'Gatebook / SQL'],
        rows: [
          ...compared.map(({ name, search, sql }) => [
            name,
            spreadText(spreadOf(search)),
            spreadText(spreadOf(sql)),
            `${numberText(ratio(search, sql).median)} x`,
          ]),
          ['a call between the threads that reads nothing', spreadText(spreadOf(hops)), '', ''],
        ],
      },
    ],
    plots: [
      {
        title: 'A search, and the same in SQL by hand',
        description:
          'Dots of the milliseconds of five searches, by Gatebook and by hand-written SQL on the same files, on a logarithmic axis. The table above has the same figures.',
        unit: 'ms, logarithmic; lines are quartiles',
        kind: 'dots',
        names: ['Gatebook, with the call between threads', 'SQL by hand'],
        groups: [
          {
            name: '',
            rows: compared.map(({ name, search, sql }) => ({
              label: name,
              values: [spreadOf(search), spreadOf(sql)],
            })),
          },
        ],
      },
    ],
    compared: [`SQLite ${process.versions.sqlite}`],
  };
};
