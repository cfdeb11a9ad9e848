import { connect } from 'node:net';
import { Command } from 'commander';
import { createCredentials } from '../../serve/access/credentials.ts';
import { findKey, findPageUrl, isAppsChoice } from '../book-key.ts';
import { CommandError, usageError } from '../command-error.ts';
import { examples } from '../help.ts';
import { invalid, storageOption } from '../shared-options.ts';
import { startBrowser } from '../start-browser.ts';

interface OpenOptions {
  readonly storage: string;
  readonly browser: boolean;
}

const DEFAULT_PATH = '/_profiler';
const TOKEN = /^\/([0-9a-f]{6,12})(?:\.(?:json|har))?$/i;
const CONNECT_MS = 2000;

export function openCommand(): Command {
  return new Command('open')
    .summary('print the link that opens the page')
    .description(
      'Print the link that opens the page of a running app, and open it if this is a terminal. With the URL of the app, or of a ' +
        'profile, print a link that works once within five minutes, for another machine.',
    )
    .argument('[url]', 'the app as the browser reaches it, such as https://shop.example')
    .addOption(storageOption())
    .option('--no-browser', 'only print the link')
    .addHelpText(
      'after',
      examples(
        'gatebook open',
        'gatebook open https://shop.example',
        'gatebook open https://shop.example/_profiler/a1b2c3',
      ),
    )
    .action(open);
}

async function open(target: string | undefined, { storage, browser }: OpenOptions): Promise<void> {
  if (isAppsChoice(storage)) return printAppsPage(target, findPageUrl(storage));
  const { key, url } = findKey(storage);
  const loginLink = ({ page, token }: PageLink) =>
    `${page}/login/${createCredentials(key).loginCode()}${token === null ? '' : `/${token}`}`;
  if (target !== undefined) {
    print(loginLink(pageLink(target, url)), null);
    return;
  }
  if (url === null)
    throw usageError(
      'The address of the app is not known. Start the app, or pass its address, such as http://localhost:3000',
    );
  if (!(await isListening(new URL(url))))
    throw new CommandError(
      `Nothing listens at ${url}. Start your app, or serve its book without it: npx gatebook serve`,
    );
  // The arguments of the browser are visible to other users of the machine, so it gets a link that works once.
  print(`${url}#key=${key}`, browser ? loginLink({ page: url, token: null }) : null);
}

/** The app decides who sees the page, so no link opens it. */
function printAppsPage(target: string | undefined, url: string | null): void {
  process.stdout.write(`${target ?? url}\n`);
  process.stderr.write('gatebook: The app decides who sees this page: log in to the app first.\n');
}

/** Prints a link. In a terminal, opens the second one in the browser. */
function print(link: string, browserLink: string | null): void {
  process.stdout.write(`${link}\n`);
  if (browserLink !== null && process.stdout.isTTY) startBrowser(browserLink);
}

interface PageLink {
  readonly page: string;
  readonly token: string | null;
}

/** The page or profile that a URL names. Without a path, the URL names the page at the path that the app has stored. */
function pageLink(target: string, stored: string | null): PageLink {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return invalid('url', target, 'a URL', 'such as https://shop.example');
  const path = url.pathname.replace(/\/+$/, '');
  const base = stored === null ? DEFAULT_PATH : new URL(stored).pathname;
  // In other paths, it is unclear where the page ends and the token begins.
  if (path !== '' && path !== base && !path.startsWith(`${base}/`))
    return { page: url.origin + path, token: null };
  const [, token] = TOKEN.exec(path.slice(base.length)) ?? [];
  return { page: url.origin + base, token: token?.toLowerCase() ?? null };
}

function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
    const finish = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    socket.setTimeout(CONNECT_MS, () => finish(false));
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
