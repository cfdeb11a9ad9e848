import { type Runtime, Session } from 'node:inspector/promises';
import { MODES, type Mode, type ModeName } from './mode.ts';
import type { Load } from './start-load.ts';

/** Self time on the request thread by function, in µs per request. */
export type Profile = Readonly<Record<string, number>>;
export type Profiles = Partial<Record<ModeName, Profile>>;

const SAMPLE_US = 200;
const OURS = '/src/';

/** Samples the request thread during the turn of each mode. Waiting for a core counts too, mostly in writes. */
export async function profileModes(modes: readonly Mode[], load: Load, ms: number): Promise<Profiles> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  const profiles: Profiles = {};
  for (const mode of modes) {
    mode.on();
    await load.run({ port: mode.port, ms: 1500 });
    await mode.settle();
    await session.post('Profiler.start');
    const { responses } = await load.run({ port: mode.port, ms });
    await mode.settle();
    const { profile } = await session.post('Profiler.stop');
    await mode.maintain();
    mode.off();
    const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
    const times: Record<string, number> = {};
    profile.samples?.forEach((id, i) => {
      const name = names.get(id) ?? '';
      times[name] = (times[name] ?? 0) + (profile.timeDeltas?.[i] ?? 0) / responses;
    });
    profiles[mode.name] = times;
  }
  session.disconnect();
  return profiles;
}

function nameOf({ functionName, url, lineNumber }: Runtime.CallFrame): string {
  const at = url.indexOf(OURS);
  const file = at < 0 || url.includes('node_modules') ? url.split('/').at(-1) : url.slice(at + 1);
  return file ? `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}` : functionName;
}

/** Prints our functions, and other functions that take longer than on the bare server. */
export function printProfiles(profiles: Profiles): void {
  const { bare = {} } = profiles;
  for (const mode of MODES) {
    const profile = profiles[mode];
    if (!profile || mode === 'bare') continue;
    const rows = Object.entries(profile)
      .filter(([name]) => name !== '(idle)')
      .map(([name, time]) => ({ name, time, more: time - (bare[name] ?? 0) }))
      .sort((a, b) => b.more - a.more);
    const isOurs = (name: string) => name.includes(' src/');
    const ours = rows.filter(({ name }) => isOurs(name));
    const sum = ours.reduce((all, { time }) => all + time, 0);
    console.log(`\n  ${mode}, self time in µs per request: ${sum.toFixed(2)} in our functions`);
    for (const { name, time } of ours.slice(0, 20)) console.log(`  ${time.toFixed(2).padStart(8)}  ${name}`);
    console.log(`  more than bare, elsewhere`);
    for (const { name, more } of rows.filter(({ name }) => !isOurs(name)).slice(0, 12))
      console.log(`  ${more.toFixed(2).padStart(8)}  ${name}`);
  }
}
