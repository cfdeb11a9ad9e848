import { spreadOf } from '../../figures.ts';
import { sampleMemory } from '../../record/memory.ts';
import { spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';

/** The resident memory that Gatebook adds to an app. */
export const memory: Part = async ({ isTiny }) => {
  const pace = isTiny ? { repetitions: 1, ms: 300 } : { repetitions: 3, ms: 5000 };
  const { bare, added, phases } = await sampleMemory(pace);
  return {
    tables: [
      {
        head: ['phase', 'bare, MB', 'added by Gatebook, MB'],
        rows: phases.map((phase) => [
          phase,
          spreadText(spreadOf(bare.map((each) => each[phase]))),
          spreadText(spreadOf(added(phase))),
        ]),
      },
    ],
    plots: [
      {
        title: 'Memory that Gatebook adds to an app',
        description:
          'Bars of the megabytes of resident memory that Gatebook adds to a small app: idle, under load, with the page open, at full load. The table above has the same figures.',
        unit: 'MB; bars are medians, lines are quartiles',
        kind: 'bars',
        names: ['added'],
        groups: [
          {
            name: '',
            rows: phases.map((phase) => ({ label: phase, values: [spreadOf(added(phase))], isOurs: true })),
          },
        ],
      },
    ],
  };
};
