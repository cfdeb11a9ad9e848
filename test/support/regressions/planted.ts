import type { Random } from './random.ts';
import type { Model, Step } from './requests.ts';

/** A model whose requests fail, and why. */
export interface Planted {
  readonly name: string;
  readonly model: Model;
  /** The cause in the words of the page: its line has all of these. */
  readonly cause: readonly string[];
}

type Plant = (model: Model, random: Random) => Planted | null;

const CONTROL = /^(?:BEGIN|COMMIT)$/;

/** What else differs between two requests of different people, and has nothing to do with the failure. */
export function withInnocentDifferences(model: Model, random: Random): Model {
  const changes: readonly (() => Partial<Model>)[] = [
    () => ({
      headers: {
        ...model.headers,
        ...('accept-language' in model.headers && { 'accept-language': 'en-US' }),
      },
    }),
    () => ({ headers: { ...model.headers, referer: 'https://search.example/?q={id}' } }),
    () => ({ parameters: { ...model.parameters, utm_source: 'mail' } }),
    () => ({ cookies: [...model.cookies, 'consent2'] }),
    () => ({ logs: [['info', 'cache was cold for {id}'], ...model.logs] }),
    () => ({ notes: { ...model.notes, experiment: random.pick(['a', 'b']) } }),
    () => ({ steps: [...model.steps, { kind: 'cache', name: 'INCR visits:?', time: 300, system: 'redis' }] }),
  ];
  return { ...model, ...random.pick(changes)() };
}

/** What fails afterwards: the steps from here on are not reached, and the app says so in its way. */
function failing(model: Model, from: number, status: number, random: Random): Model {
  const isCaught = random.chance(0.3);
  const after: Step[] = [];
  if (model.steps.slice(0, from).some(({ name }) => name === 'BEGIN'))
    after.push({ kind: 'sql', name: 'ROLLBACK', time: 300, system: 'postgresql' });
  if (random.chance(0.2))
    after.push({
      kind: 'sql',
      name: 'insert into errors (at, text) values (?, ?)',
      time: 900,
      system: 'postgresql',
    });
  return {
    ...model,
    status,
    steps: [...model.steps.slice(0, from), ...after],
    logs: [
      ...model.logs.slice(0, random.between(0, model.logs.length)),
      ...(random.chance(0.7) ? [['error', `request {id} failed with ${status}`] as const] : []),
    ],
    exception:
      status >= 500 && !isCaught
        ? {
            name: random.pick(['TypeError', 'Error', 'DatabaseError']),
            message: "Cannot read properties of undefined (reading 'id') of order {id}",
          }
        : null,
  };
}

function stepIndex(model: Model, random: Random, isWanted: (step: Step) => boolean): number | null {
  const indexes = model.steps.flatMap((step, i) => (isWanted(step) ? [i] : []));
  return indexes.length === 0 ? null : random.pick(indexes);
}

function withStep(model: Model, index: number, change: Partial<Step>): Model {
  return { ...model, steps: model.steps.map((step, i) => (i === index ? { ...step, ...change } : step)) };
}

/** The part of a name that is the same in every request, as the page shows it. */
function shownName({ name }: Step): string {
  return (name.split(/[{?&"]/, 1)[0] ?? '').slice(0, 40);
}

/** In the middle, or at the end: what the app did later either failed or was still reached. */
function later(model: Model, index: number, random: Random): number {
  return random.chance(0.5) ? index : random.between(index, model.steps.length);
}

const isQuery = ({ kind, name }: Step) => kind !== 'http' && kind !== 'app' && !CONTROL.test(name);
const isCall = ({ kind }: Step) => kind === 'http';

export const PLANTS: Readonly<Record<string, Plant>> = {
  'query dropped': (model, random) => {
    const index = stepIndex(model, random, isQuery);
    if (index === null) return null;
    const cause = ['query', shownName(model.steps[index] as Step), 'not called'];
    const without = { ...model, steps: model.steps.filter((_, i) => i !== index) };
    return {
      name: 'query dropped',
      model: failing(without, later(without, index, random), 500, random),
      cause,
    };
  },
  'header missing': (model, random) => {
    const names = Object.keys(model.headers).filter(
      (name) => !['host', 'user-agent', 'accept-encoding'].includes(name),
    );
    const name = random.pick(names);
    const { [name]: _, ...headers } = model.headers;
    const status = random.pick([400, 401, 403, 500]);
    const from = random.between(0, Math.min(2, model.steps.length));
    return {
      name: 'header missing',
      model: failing({ ...model, headers }, from, status, random),
      cause: ['header', name, 'missing'],
    };
  },
  'cookie missing': (model, random) => {
    if (!model.cookies.includes('session')) return null;
    const cookies = model.cookies.filter((cookie) => cookie !== 'session');
    return {
      name: 'cookie missing',
      model: failing({ ...model, cookies }, 0, 401, random),
      cause: ['cookie', 'session', 'missing'],
    };
  },
  'slow call': (model, random) => {
    const index = stepIndex(model, random, isCall);
    if (index === null) return null;
    const step = model.steps[index] as Step;
    const slow = withStep(model, index, { time: step.time * random.between(8, 60) });
    return {
      name: 'slow call',
      model: failing(slow, later(slow, index + 1, random), 504, random),
      cause: ['call', shownName(step), 'took'],
    };
  },
  'slow query': (model, random) => {
    const index = stepIndex(model, random, isQuery);
    if (index === null) return null;
    const step = model.steps[index] as Step;
    if (step.loop) return null;
    const slow = withStep(model, index, { time: step.time + random.between(200_000, 3_000_000) });
    return {
      name: 'slow query',
      model: failing(slow, later(slow, index + 1, random), 500, random),
      cause: ['query', shownName(step), 'took'],
    };
  },
  'another release': (model, random) => {
    const from = random.between(1, model.steps.length);
    return {
      name: 'another release',
      model: failing({ ...model, release: '2.5.0' }, from, 500, random),
      cause: ['release', '2.4.1 → 2.5.0'],
    };
  },
  'another user': (model, random) => {
    if (model.user === '') return null;
    const from = random.between(0, model.steps.length);
    return {
      name: 'another user',
      model: failing({ ...model, user: 'bob' }, from, random.pick([403, 404, 500]), random),
      cause: ['user', 'ana → bob'],
    };
  },
  'call failed': (model, random) => {
    const index = stepIndex(model, random, isCall);
    if (index === null) return null;
    const step = model.steps[index] as Step;
    const broken = random.chance(0.5)
      ? {
          error: random.pick([
            'connect ECONNREFUSED 10.1.2.3:443',
            'The operation was aborted due to timeout',
          ]),
        }
      : { status: random.pick([401, 429, 500, 503]) };
    const changed = withStep(model, index, { ...broken, time: random.pick([900, step.time, 5_000_000]) });
    return {
      name: 'call failed',
      model: failing(changed, later(changed, index + 1, random), 502, random),
      cause: ['call', shownName(step), 'failed'],
    };
  },
  'query failed': (model, random) => {
    const index = stepIndex(model, random, isQuery);
    if (index === null) return null;
    const step = model.steps[index] as Step;
    const changed = withStep(model, index, {
      error: random.pick(['deadlock detected', 'duplicate key value violates unique constraint "x"']),
    });
    return {
      name: 'query failed',
      model: failing(changed, index + 1, 500, random),
      cause: ['query', shownName(step), 'failed'],
    };
  },
  'parameter missing': (model, random) => {
    const names = Object.keys(model.parameters).filter((name) => name !== '_' && name !== 'ref');
    if (names.length === 0) return null;
    const name = random.pick(names);
    const { [name]: _, ...parameters } = model.parameters;
    return {
      name: 'parameter missing',
      model: failing({ ...model, parameters }, random.between(0, 2), 400, random),
      cause: ['parameter', name, 'missing'],
    };
  },
  'parameter changed': (model, random) => {
    const value = { currency: 'usd', limit: '100000', sort: 'rating', notify: 'maybe', format: 'xml' };
    const names = Object.keys(value).filter((name) => name in model.parameters);
    if (names.length === 0) return null;
    const name = random.pick(names) as keyof typeof value;
    const parameters = { ...model.parameters, [name]: value[name] };
    return {
      name: 'parameter changed',
      model: failing({ ...model, parameters }, random.between(0, model.steps.length), 400, random),
      cause: ['parameter', name, value[name]],
    };
  },
  'body field missing': (model, random) => {
    if (!model.body) return null;
    const name = random.pick(Object.keys(model.body).filter((key) => typeof model.body?.[key] !== 'object'));
    const { [name]: _, ...body } = model.body;
    return {
      name: 'body field missing',
      model: failing({ ...model, body }, random.between(0, 3), 422, random),
      cause: ['body field', name, 'missing'],
    };
  },
  'no free connection': (model, random) => {
    const index = stepIndex(model, random, ({ kind }) => kind === 'sql');
    if (index === null) return null;
    const waiting = withStep(model, index, { wait: random.between(500_000, 5_000_000) });
    return {
      name: 'no free connection',
      model: failing(waiting, later(waiting, index + 1, random), 503, random),
      cause: ['waiting for a connection'],
    };
  },
  'query repeated': (model, random) => {
    const index = stepIndex(model, random, isQuery);
    if (index === null) return null;
    const step = model.steps[index] as Step;
    const repeated = withStep(model, index, { loop: [40, 90] });
    return {
      name: 'query repeated',
      model: failing(repeated, model.steps.length, 500, random),
      cause: ['query', shownName(step), 'ran'],
    };
  },
};
