import { expect, test } from 'vitest';
import { COLLECTOR_FLAGS, collectorSettings } from './collector-settings.ts';
import { VARIABLES } from './environment.ts';
import type { GatebookOptions } from './options.ts';

type Path = keyof typeof COLLECTOR_FLAGS;

/** Three values of each setting, as text, and what becomes of them. */
const VALUES: Readonly<Record<Path, readonly [texts: readonly string[], read: (text: string) => unknown]>> = {
  storage: [['sqlite:/flag', 'sqlite:/variable', 'sqlite:/file'], (text) => text],
  'keep.age': [['1d', '2d', '3d'], (text) => Number.parseInt(text, 10) * 86_400_000],
  'keep.bytes': [['1GB', '2GB', '3GB'], (text) => Number.parseInt(text, 10) * 1e9],
  'collector.listen': [
    ['a:1', 'b:2', '[::1]:3'],
    (text) => ({ host: text.slice(0, -2).replace(/\W+$|^\W/g, ''), port: Number(text.at(-1)) }),
  ],
  'collector.tlsCert': [['a.pem', 'b.pem', 'c.pem'], (text) => text],
  'collector.tlsKey': [['a.key', 'b.key', 'c.key'], (text) => text],
  'collector.insecure': [['private-network', 'private-network', 'private-network'], (text) => text],
  'collector.userHeader': [['x-a', 'x-b', 'X-C'], (text) => text.toLowerCase()],
  'collector.keys': [['/a', '/b', '/c'], (text) => text],
};
const PATHS = Object.keys(COLLECTOR_FLAGS) as Path[];

function objectOf(path: string, value: unknown): GatebookOptions {
  const [option = '', part] = path.split('.');
  return (part === undefined ? { [option]: value } : { [option]: { [part]: value } }) as GatebookOptions;
}

function valueAt(path: string, settings: object): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], settings);
}

test.each(PATHS)('%s comes from its flag, else its variable, else the file, else its default', (path) => {
  const [[flag = '', variable = '', file = ''], read] = VALUES[path];
  const name = VARIABLES.get(path)?.name ?? '';
  const at = (given: object, config: GatebookOptions, environment: Record<string, string>) => {
    const settings = collectorSettings(given, config, environment);
    return valueAt(path, settings);
  };
  const config = objectOf(path, file);
  expect(at({ [path]: flag }, config, { [name]: variable })).toEqual(read(flag));
  expect(at({}, config, { [name]: variable })).toEqual(read(variable));
  expect(at({}, config, { [name]: '' })).toEqual(read(file));
  expect(at({}, {}, {})).not.toEqual(read(file));
});

test('parts of one option may come from different places', () => {
  const { keep, collector } = collectorSettings(
    { 'collector.listen': '0.0.0.0:1' },
    { keep: { bytes: '1GB' }, collector: { tlsCert: 'a.pem', listen: 'x:2' } },
    { GATEBOOK_KEEP_AGE: '2d', GATEBOOK_COLLECTOR_TLS_KEY: 'b.pem' },
  );
  expect(keep).toEqual({ age: 2 * 86_400_000, bytes: 1e9, fitsDisk: true });
  expect(collector).toEqual({ listen: { host: '0.0.0.0', port: 1 }, tlsCert: 'a.pem', tlsKey: 'b.pem' });
});

test('has the defaults of a collector, and keeps everything if it is asked to', () => {
  const { storage, keep, key, collector } = collectorSettings({}, {}, {});
  expect({ storage, keep, key, collector }).toEqual({
    storage: 'sqlite:.gatebook',
    keep: { age: 30 * 86_400_000, bytes: 20e9, fitsDisk: true },
    key: null,
    collector: {},
  });
  expect(collectorSettings({}, {}, { GATEBOOK_KEEP: 'false' }).keep).toEqual({});
  expect(collectorSettings({ 'keep.age': 'false' }, {}, {}).keep).toEqual({ bytes: 20e9, fitsDisk: true });
});

test.each<[object, GatebookOptions, Record<string, string>, string]>([
  [{ 'collector.listen': 'nowhere' }, {}, {}, "Invalid --listen: expected HOST:PORT such as '0.0.0.0:4600'"],
  [{ 'collector.listen': 'h:70000' }, {}, {}, 'Invalid --listen'],
  [{ 'collector.insecure': 'all' }, {}, {}, "Invalid --insecure: expected 'private-network'"],
  [{ 'keep.age': 'soon' }, {}, {}, "Invalid --keep: expected a duration such as '30d'"],
  [{}, {}, { GATEBOOK_KEEP_AGE: '1s' }, 'Invalid environment variable GATEBOOK_KEEP_AGE'],
  [{}, {}, { GATEBOOK_COLLECTOR_LISTEN: 'x' }, 'Invalid environment variable GATEBOOK_COLLECTOR_LISTEN'],
  [{}, { collector: { userHeader: 'Authorization' } }, {}, 'Invalid option collector.userHeader'],
  [{ 'collector.userHeader': 'a: b' }, {}, {}, 'Invalid --user-header: expected the name of a header'],
  [{}, { collector: { keys: '' } }, {}, 'Invalid option collector.keys in gatebook.config.js'],
  [{}, { collector: { lisen: 'x' } as object }, {}, 'Did you mean collector.listen?'],
  [{}, {}, { GATEBOOK_KEY: 'short' }, 'Invalid environment variable GATEBOOK_KEY'],
  [{ storage: 'mysql:' }, {}, {}, 'Use sqlite:FOLDER'],
])('refuses %j, %j, %j', (given, config, environment, message) => {
  expect(() => collectorSettings(given, config, environment)).toThrow(message);
});
