import { createChance } from '../traffic.ts';
import { AGENTS, WORDS } from '../traffic-world.ts';

const COUNT = 1000;

/** Browser requests to a small shop: four routes, most with a query, nine headers each. */
export function createRequests(port: number): readonly Buffer[] {
  const chance = createChance(7);
  const word = () => chance.pick(WORDS);
  const targets = [
    () => `/products/${chance.tail(5000)}?ref=${word()}&variant=${chance.below(9)}`,
    () => `/search?q=${word()}+${word()}&page=${chance.tail(20)}&sort=price`,
    () => `/api/orders?page=${chance.tail(200)}&limit=50&fields=id,total,status&sort=-created`,
    () => `/?utm_source=${word()}&utm_campaign=${word()}-sale`,
  ];
  return Array.from({ length: COUNT }, () =>
    Buffer.from(
      [
        `GET ${chance.pick(targets)()} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'Connection: keep-alive',
        `User-Agent: ${chance.pick(AGENTS.slice(0, 40))}`,
        'Accept: text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
        'Accept-Language: en-GB,en;q=0.7,de;q=0.3',
        'Accept-Encoding: gzip, deflate, br, zstd',
        `Referer: http://127.0.0.1:${port}/search?q=${word()}`,
        `Cookie: session=${chance.below(2 ** 31).toString(36)}; theme=dark; consent=1`,
        'Sec-Fetch-Site: same-origin',
        '\r\n',
      ].join('\r\n'),
      'latin1',
    ),
  );
}
