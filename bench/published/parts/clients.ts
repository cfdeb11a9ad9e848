import { corpus } from '../../clients/corpus.ts';
import { flood } from '../../clients/flood.ts';
import { firstCorpus } from '../../clients/halves.ts';
import { pages } from '../../clients/pages.ts';
import { classify, precisionAndRecall } from '../../clients/score.ts';
import type { Part } from '../part.ts';
import { FIGURE_HEAD, repeatFigures } from '../repeat.ts';

/** How well scanners are recognised, what it costs, and how long the pages take that group requests. */
export const clients: Part = async ({ isTiny, profiles }) => {
  const flooded = await repeatFigures(isTiny ? 1 : 3, () => flood(isTiny ? 10_000 : 200_000));
  const corpora = {
    'half of the first': firstCorpus('held-out'),
    second: corpus('second'),
    third: corpus('third'),
    'fourth, held out': corpus('fourth'),
  };
  return {
    tables: [
      {
        head: ['corpus', 'requests', 'precision', 'recall'],
        rows: Object.entries(corpora).map(([name, samples]) => {
          const { precision, recall } = precisionAndRecall(classify(samples));
          return [name, samples.length.toLocaleString('en'), precision.toFixed(3), recall.toFixed(3)];
        }),
      },
      {
        head: FIGURE_HEAD,
        rows: [...flooded, ...(await repeatFigures(isTiny ? 1 : 3, () => pages(profiles, isTiny ? 1 : 3)))],
      },
    ],
    plots: [],
  };
};
