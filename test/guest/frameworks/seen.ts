import { setTimeout as sleep } from 'node:timers/promises';
import type { EntryJson, ProfileJson } from '../../../src/profile/entry-json.ts';
import type { Exception } from '../../../src/profile/profile.ts';
import type { Seen } from './project.ts';
import type { RunningProject } from './running-project.ts';

const EXPECTED = { '/users/7': 200, '/broken/7': 500, '/none': 404, '/page': 200 };

/** Sends the requests and compares what the book has with what the app did. */
export async function look(app: RunningProject): Promise<Seen> {
  const answers = new Map<string, { readonly status: number; readonly body: string }>();
  for (const path of Object.keys(EXPECTED)) answers.set(path, await app.get(path));
  for (const [path, status] of Object.entries(EXPECTED)) {
    const answer = answers.get(path);
    if (answer?.status !== status)
      throw new Error(`${path} was answered with ${answer?.status}: ${answer?.body.slice(0, 500)}`);
  }
  const page = await app.get('/_profiler');
  const entries = await readEntries(app, Object.keys(EXPECTED));
  const of = (path: string) =>
    entries.find(({ url, kind }) => kind === 'main' && new URL(url).pathname === path);
  const user = await readProfile(app, of('/users/7'));
  const broken = await readProfile(app, of('/broken/7'));
  const { logs = [], spans = [], notes = [] } = user?.detail ?? {};
  const isRecorded = Object.entries(EXPECTED).every(([path, status]) => of(path)?.status === status);
  const routes = [user?.route, broken?.route?.replace('broken', 'users')];
  const [line] = logs.filter(({ text }) => text.includes('user 7'));
  return {
    requests: yesOrNo(isRecorded),
    route: routes[0] && routes[0] === routes[1] ? `\`${routes[0]}\`` : routeText(routes),
    exception: exceptionText(broken),
    log: line ? (line.level === 'warn' ? 'yes' : 'without level') : 'no',
    outgoing: yesOrNo(
      spans.some(({ kind, name }) => kind === 'http' && name.startsWith('GET http://127.0.0.1:')),
    ),
    note: yesOrNo(notes.some(({ key, value }) => key === 'user' && value === '7')),
    page: yesOrNo(page.body.includes('Profile Search')),
    toolbar: yesOrNo(await hasToolbar(app)),
  };
}

/** The first responses may be sent before the book is open. */
async function hasToolbar(app: RunningProject): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++, await sleep(200))
    if ((await app.get('/page')).body.includes('data-gatebook=')) return true;
  return false;
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no';
}

/** The routes of a request that succeeded and of one that failed, if they differ. */
function routeText([user = '', broken = '']: readonly (string | undefined)[]): string {
  if (!user && !broken) return 'no';
  if (!broken) return `\`${user}\`, not of failures`;
  return user ? `\`${user}\`, of failures \`${broken}\`` : 'of failures';
}

function exceptionText(profile: ProfileJson | null): string {
  const { exception, logs = [] } = profile?.detail ?? {};
  if (isThrown(exception)) return 'yes';
  if (isThrown(exception?.cause)) return `as the cause of ${exception?.name}`;
  if (exception) return `as ${exception.name}: ${exception.message}`;
  return logs.some(({ text }) => text.includes('broken')) ? 'as a log line' : 'no';
}

/** Whether it is the error that the app has thrown. */
function isThrown(exception: Exception | null | undefined): boolean {
  const { name, message, stack } = exception ?? {};
  return name === 'TypeError' && message === 'broken' && (stack?.includes('    at ') ?? false);
}

/** What was recorded, when it has been written. */
export async function readEntries(
  app: RunningProject,
  expected: readonly string[],
): Promise<readonly EntryJson[]> {
  for (let attempt = 0; ; attempt++) {
    const { status, body } = await app.get('/_profiler/export.json');
    const { entries = [] } = status === 200 ? (JSON.parse(body) as { entries?: EntryJson[] }) : {};
    const paths = new Set(entries.map(({ url }) => new URL(url).pathname));
    if (expected.every((path) => paths.has(path)) || attempt >= 20) return entries;
    await sleep(100);
  }
}

async function readProfile(app: RunningProject, entry: EntryJson | undefined): Promise<ProfileJson | null> {
  if (!entry) return null;
  const { body } = await app.get(`/_profiler/${entry.token}.json`);
  return JSON.parse(body);
}
