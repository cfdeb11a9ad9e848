import { size as bytesOf } from '../../store/size.ts';
import { writing as measureWriting, opening, retention } from '../../store/writing.ts';
import type { Part } from '../part.ts';
import { FIGURE_HEAD, repeatFigures } from '../repeat.ts';

/** Writing into a large book while it is searched, deleting the oldest, opening it, and its size. */
export const writing: Part = async ({ isTiny, profiles }) => {
  const times = isTiny ? 1 : 3;
  return {
    tables: [
      {
        head: FIGURE_HEAD,
        rows: [
          ...(await repeatFigures(times, () => measureWriting(profiles, 20_000, isTiny ? 1 : 10))),
          ...(isTiny
            ? []
            : await repeatFigures(2, () => retention(profiles, Math.floor(profiles * 0.3), 5000))),
          ...(isTiny ? [] : await repeatFigures(times, () => opening(profiles))),
          ...(await repeatFigures(1, () => bytesOf(profiles))),
        ],
      },
    ],
    plots: [],
    compared: [`SQLite ${process.versions.sqlite}`],
  };
};
