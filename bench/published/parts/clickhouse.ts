import { clearUnlessBuilt } from '../../clickhouse/build.ts';
import { timeByHand } from '../../clickhouse/hand-written-sql.ts';
import { measureSize } from '../../clickhouse/size.ts';
import { measureWrites } from '../../clickhouse/writes.ts';
import { spreadOf } from '../../figures.ts';
import { packageText } from '../machine.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';
import { FIGURE_HEAD, repeatFigures } from '../repeat.ts';

/** The same with ClickHouse's engine in this process. */
export const clickhouse: Part = async ({ isTiny, profiles }) => {
  clearUnlessBuilt(profiles);
  const compared = isTiny ? await timeByHand(profiles, 1, 4) : await timeByHand(profiles, 9);
  const searches = compared.filter(({ name }) => !name.startsWith('count '));
  return {
    tables: [
      {
        head: ['query', 'Gatebook, ms', 'SQL by hand, ms', 'Gatebook / SQL', 'rows read', 'by hand'],
        rows: compared.map(({ name, ours, bare, read, bareRead }) => [
          name.includes(':') ? `\`${name}\`` : name,
          spreadText(spreadOf(ours)),
          spreadText(spreadOf(bare)),
          `${numberText(spreadOf(ours).median / spreadOf(bare).median)} x`,
          read.toLocaleString('en'),
          bareRead.toLocaleString('en'),
        ]),
      },
      {
        head: FIGURE_HEAD,
        rows: [
          ...(await repeatFigures(1, () => measureSize(profiles))),
          ...(await repeatFigures(isTiny ? 1 : 3, () =>
            measureWrites(isTiny ? 2 : 10, isTiny ? 500 : 20_000),
          )),
        ],
      },
    ],
    plots: [
      {
        title: 'A search in ClickHouse, and the same in SQL by hand',
        description:
          'Dots of the milliseconds of the queries of the page, by Gatebook and by hand-written SQL on the same tables, on a logarithmic axis. The table above has the same figures.',
        unit: 'ms, logarithmic; lines are quartiles',
        kind: 'dots',
        names: ['Gatebook', 'SQL by hand'],
        groups: [
          {
            name: '',
            rows: searches.map(({ name, ours, bare }) => ({
              label: name.length > 30 ? `${name.slice(0, 29)}…` : name,
              values: [spreadOf(ours), spreadOf(bare)],
            })),
          },
        ],
      },
    ],
    compared: ['chdb', '@clickhouse/client'].map((name) => packageText(name)),
  };
};
