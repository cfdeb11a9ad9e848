import { expect, test } from 'vitest';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { from, hrefsOf, namesOf, openClients, rowsOf, times, visits } from '../support/clients-page.ts';

const shop = () => [
  ...times(3, (i) => from('192.0.2.1', { time: T0 + i, user: 'ana', url: `http://h/${i}` })),
  from('192.0.2.2', { user: 'bob *', status: 500 }),
  from('192.0.2.3'),
];

test('lists users with their figures, and leaves out requests without one', async () => {
  const { html, text } = await (await openClients(shop()))('?q=h&by=user&tz=Europe/Zagreb');
  expect(text).toContain('2 users, 4 requests');
  expect(namesOf(html)).toEqual(['ana', 'bob *']);
  const [ana = '', bob = ''] = rowsOf(html);
  expect(hrefsOf(ana)[0]).toBe('/_profiler/clients?q=h+user:ana&tz=Europe/Zagreb&by=user');
  expect(hrefsOf(ana)).toContain('/_profiler?q=h+user:ana+kind:main&tz=Europe/Zagreb');
  expect(decodeURIComponent(hrefsOf(bob).join())).toContain('user:"bob+\\*"+status:5xx');
  expect(html).toContain('data-label="Paths">3</td>');
  expect(html).toContain('<input type="hidden" name="by" value="user"');
});

test('the switch keeps the search, its order and its time zone', async () => {
  const read = await openClients(shop());
  const hrefsOfSwitch = async (query: string) =>
    hrefsOf(
      /<nav class="segments" aria-label="Group by">.*?<\/nav>/s.exec((await read(query)).html)?.[0] ?? '',
    );
  expect(await hrefsOfSwitch('?q=h&order=last&tz=Europe/Zagreb')).toEqual([
    '/_profiler/clients?q=h&tz=Europe/Zagreb&order=last&by=ip',
    '/_profiler/clients?q=h&tz=Europe/Zagreb&order=last&by=user',
  ]);
  expect(await hrefsOfSwitch('?q=h&by=user')).toEqual([
    '/_profiler/clients?q=h&by=ip',
    '/_profiler/clients?q=h&by=user',
  ]);
  expect((await read('?shown=&q=&status=5xx&by=user')).response.headers.get('location')).toBe(
    '/_profiler/clients?q=status:5xx&by=user',
  );
});

test('one user has its requests, the oldest first', async () => {
  const read = await openClients(shop());
  for (const query of ['?q=user:ana', '?q=user:ana&by=user'])
    expect((await read(query)).text).toMatch(
      /1 user, 3 requests .* Requests, oldest first .*\/0 .*\/1 .*\/2 /,
    );
  expect((await read('?q=user:ana&by=ip')).text).toMatch(/1 client, 3 requests .* Requests, oldest first/);
  expect((await read('?q=user:a*')).text).toMatch(/1 client, 3 requests/);
});

test('says how users come about if there are none', async () => {
  const { html, text } = await (await openClients(visits()))('?by=user');
  expect(text).toContain('No matching request has a user. Your app sets it: user(id) .');
  expect(html).toContain('href="/_profiler/clients?by=ip"');
});

test('has no scanners above it', async () => {
  const samples = [from('203.0.113.7', { client: 'scanner', user: 'eve' })];
  const { html } = await (await openClients(samples))('?by=user');
  expect(html).not.toContain('got-through');
});
