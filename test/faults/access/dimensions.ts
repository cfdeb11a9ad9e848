import { METHODS } from 'node:http';

export type Headers = Readonly<Record<string, string>>;

/** Every method that Node knows, and four that it does not. */
export const ALL_METHODS: readonly string[] = [...METHODS, 'get', 'Head', 'GETX', 'FOO'];
/** For a quick run: one of each kind. */
export const SOME_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'get', 'FOO'];

/** A browser on this machine, and somebody else. */
export const LOCAL_HOST = 'localhost:3000';
export const OTHER_HOST = 'shop.example';

export const HOSTS: readonly string[] = [
  LOCAL_HOST,
  OTHER_HOST,
  '127.0.0.1',
  '[::1]:3000',
  'app.localhost',
  '127.0.0.1.evil.example',
  'localhost@evil.example',
  '',
];

/** What a browser says of the page that sends a request, or a proxy of its client. */
export const ORIGINS: Readonly<Record<string, Headers>> = {
  none: {},
  own: { Origin: `http://${LOCAL_HOST}`, 'Sec-Fetch-Site': 'same-origin' },
  'another site': { Origin: 'https://evil.example' },
  null: { Origin: 'null' },
  'another site, no-cors': { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
  'a link on another site': {
    'Sec-Fetch-Site': 'cross-site',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  },
  'another port': { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
  'a forged proxy': { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Host': 'localhost' },
};
