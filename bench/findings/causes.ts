import type { Random } from '../../src/cli/demo/random.ts';
import type { CommonLine } from '../../src/findings/in-common/rank-lines.ts';
import { callOf, type Draft, ROUTES, routeName, statementOf, tenantOf } from './requests.ts';

/** Why requests of one route fail, or take long. */
export interface Cause {
  readonly kind: string;
  readonly route: number;
  /** Finds the requests that it made fail. */
  readonly query: string;
  /** What must be named: the subject and the name of each trait, with its outcome. */
  readonly traits: readonly string[];
  apply(draft: Draft, random: Random): void;
}

type Plan = Pick<Cause, 'kind' | 'traits'> & {
  readonly has: (draft: Draft) => boolean;
  readonly often: number;
};

/** Plants causes, one kind after the other, on all routes. */
export function plantCauses(count: number, random: Random): readonly Cause[] {
  return Array.from({ length: count }, (_, n) => {
    const route = Math.floor(n / KINDS.length) * 7 + n * 5;
    return (KINDS[n % KINDS.length] as (typeof KINDS)[number])(n, route % ROUTES, random);
  });
}

const LABEL = 'Planted:';

function failing(n: number, route: number, { kind, traits, has, often }: Plan): Cause {
  const error = `${LABEL} cause ${n}`;
  return {
    kind,
    route,
    query: `error:"${error}"`,
    traits,
    apply(draft, random) {
      if (draft.error === '' && has(draft) && random.chance(often)) draft.error = error;
    },
  };
}

const KINDS: readonly ((n: number, route: number, random: Random) => Cause)[] = [
  (n, route, random) => {
    const user = random.int(0, 8);
    return failing(n, route, {
      kind: 'user',
      traits: [`user user-${user}`],
      has: (draft) => draft.user === user,
      often: 0.7,
    });
  },
  (n, route) =>
    failing(n, route, {
      kind: 'release',
      traits: ['release 1.5.0'],
      has: ({ release }) => release === '1.5.0',
      often: 0.06,
    }),
  (n, route, random) => {
    const flag = random.pick(['a', 'b', 'c']);
    const has = ({ headers }: Draft) => headers['x-flag'] === flag;
    return failing(n, route, { kind: 'header', traits: [`header x-flag: ${flag}`], has, often: 0.8 });
  },
  (_, route, random) => {
    const statement = random.int(0, 2);
    return {
      kind: 'slow query',
      route,
      query: `route:${routeName(route)} duration:>700ms`,
      traits: [`query ${statementOf(statement)} took longer`],
      apply(draft) {
        const span = draft.spans[statement];
        if (!span || !random.chance(0.03)) return;
        draft.spans[statement] = { ...span, duration: 900_000 };
        draft.duration += 900_000;
      },
    };
  },
  (n, route) => ({
    ...failing(n, route, {
      kind: 'dependency',
      traits: [`call ${callOf(route)} failed`],
      has: () => false,
      often: 0,
    }),
    apply(draft, random) {
      const at = draft.spans.findIndex(({ kind }) => kind === 'http');
      const span = draft.spans[at];
      if (!span || draft.error !== '' || !random.chance(0.03)) return;
      draft.spans[at] = { ...span, status: 503 };
      draft.error = `${LABEL} cause ${n}`;
    },
  }),
  (n, route, random) => {
    const instance = `web-${Math.floor(route / 4)}-${random.int(1, 4)}:7`;
    return failing(n, route, {
      kind: 'instance',
      traits: [`instance ${instance}`],
      has: (draft) => draft.instance === instance,
      often: 0.1,
    });
  },
  (n, route, random) => {
    const tenant = tenantOf(random.int(0, 24));
    return failing(n, route, {
      kind: 'tenant',
      traits: [`tag ${tenant}`],
      has: ({ tags }) => tags.includes(tenant),
      often: 0.5,
    });
  },
  (n, route) =>
    failing(n, route, {
      kind: 'two together',
      traits: ['tag beta', 'release 1.5.0'],
      has: ({ tags, release }) => tags.includes('beta') && release === '1.5.0',
      often: 0.7,
    }),
];

/** Whether a line names the cause, and nothing else that is needed. */
export function names({ traits, alike }: CommonLine, cause: Cause): boolean {
  const text = ({ subject, name, outcome }: CommonLine['traits'][number]) =>
    `${subject} ${name} ${outcome}`.trim();
  const all = new Set([...traits, ...alike].map(text));
  return traits.length === cause.traits.length && cause.traits.every((each) => all.has(each));
}
