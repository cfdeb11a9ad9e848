import { spreadOf } from '../../figures.ts';
import { installPeer, isInstalled } from '../../peers/install.ts';
import { PEERS } from '../../peers/peers.ts';
import { comparePeer } from '../../peers/turns.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';
import type { Row } from '../plot.ts';

/** Not in the npm registry, or not for Node alone. */
const LEFT_OUT =
  'Left out: NestLens, Brakit, hono-telescope and @chaiops/n-ext could not be installed from the npm registry when this was written.';

/** CPU time that other recorders add to a request, in the framework they need. */
export const peers: Part = async ({ isTiny }) => {
  const pace = isTiny
    ? { passes: 1, start: 20, rounds: 1, ms: 20 }
    : { passes: 2, start: 20_000, rounds: 6, ms: 800 };
  const rows: string[][] = [];
  const groups: { name: string; rows: Row[] }[] = [];
  const notes: string[] = [];
  const compared = new Set<string>();
  for (const [name, peer] of Object.entries(PEERS)) {
    if (isTiny && !isInstalled(name)) continue;
    try {
      await installPeer(name, peer);
    } catch (error) {
      notes.push(`- ${name} could not be installed: ${firstLine(error)}`);
      continue;
    }
    const { rounds, kept } = await comparePeer(name, pace);
    const bare = spreadOf(rounds.map(({ nothing }) => nothing.thread));
    const added = (kind: 'gatebook' | 'peer', what: 'thread' | 'total') =>
      spreadOf(rounds.map((round) => round[kind][what] - round.nothing[what]));
    const app = `${peer.framework}, bare ${numberText(bare.median)} µs`;
    const rowOf = (kind: 'gatebook' | 'peer', who: string) => [
      app,
      who,
      spreadText(added(kind, 'thread')),
      spreadText(added(kind, 'total')),
      kept[kind] === null ? '' : `${numberText(Math.min(1, kept[kind]) * 100)} %`,
    ];
    rows.push(rowOf('gatebook', 'Gatebook, all details'));
    rows.push(rowOf('peer', name));
    notes.push(`- ${name} ${peer.does}.`);
    groups.push({
      name: app,
      rows: [
        { label: 'Gatebook, all details', values: [added('gatebook', 'thread')], isOurs: true },
        { label: name, values: [added('peer', 'thread')] },
      ],
    });
    for (const text of peer.packages) if (!/reflect-metadata|rxjs|common|prom/.test(text)) compared.add(text);
  }
  if (groups.length === 0) return { tables: [], plots: [], notes: ['No peer is installed.'] };
  return {
    tables: [
      {
        head: [
          'app',
          'recorder',
          'added on the request thread, µs',
          'added in the process, µs',
          'requests kept',
        ],
        rows,
      },
    ],
    plots: [
      {
        title: 'CPU time added to a request, beside other recorders',
        description:
          'Bars of the microseconds that Gatebook and each of its peers add to a request of the same app. The table above has the same figures.',
        unit: 'µs per request; bars are medians, lines are quartiles',
        kind: 'bars',
        names: ['added'],
        groups,
      },
    ],
    compared: [...compared].map((text) => text.replace(/(.)@/, '$1 ')),
    notes: [notes.join('\n'), LEFT_OUT],
  };
};

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (
    text.split('\n').find((line) => /npm error (?!code)/.test(line)) ??
    text.split('\n')[0] ??
    ''
  ).slice(0, 160);
}
