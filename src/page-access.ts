import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import { messageOf, tryOr } from './errors.ts';
import type { Logger } from './logger.ts';
import { isFromThisMachine } from './net/loopback.ts';
import type { ResolvedOptions } from './options/options.ts';
import { type Allowed, ask } from './record/adapters/mounted-page.ts';
import { createKeyAccess, type Grant, type KeyAccess, NOTHING } from './serve/access/access.ts';
import { claimIn } from './serve/access/claim.ts';
import { type Credentials, createCredentials } from './serve/access/credentials.ts';
import { type Key, newKey } from './serve/access/key.ts';
import { readOrCreateKey, restoreKey, writeUrl } from './serve/access/key-file.ts';
import type { PagePath } from './serve/access/page-path.ts';
import { explainAuthorize, explainRefusal, TOO_EARLY } from './serve/access/refusal.ts';
import { keyPath, storageKind } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** Who may open the page of a book, and where it is. */
export interface PageAccess {
  decide(request: IncomingMessage, path: PagePath): Grant | Promise<Grant>;
  /** From now on the app decides, where it has mounted the page, and nothing is served before. */
  mount(): void;
  decideMounted(allowed: Allowed, path: PagePath): Grant;
  /** Whether a response may name its token and carry the toolbar. */
  showsToolbar(request: IncomingMessage): boolean;
  /** Call when a server of the app listens: stores the address, and prints the link once, or again if it was a wrong guess. */
  onListen(server: object, isCertain: boolean): void;
  /** Call when the book is written again: it may be a new one, and the key was in the folder of the old one. */
  onRecovery(): void;
  /** `null` if the app decides. */
  readonly credentials: () => Credentials | null;
}

/** A log that others read gets the address of the page, and never its key. */
const HOW_TO_OPEN = 'npx gatebook open prints a link that opens it';

export function createPageAccess(options: ResolvedOptions, store: () => Promise<Store>): PageAccess {
  const { path, authorize, storage, logger } = options;
  const file = options.key === null && typeof storage === 'string' ? keyPath(storage) : null;
  const isDevelopment = process.env.NODE_ENV === 'development';
  const isTest = process.env.NODE_ENV === 'test';
  // Without a key that reads its collector, an app has nothing to show.
  const isWriteOnly =
    typeof storage === 'string' &&
    storageKind(storage) === 'collector' &&
    options.key === null &&
    authorize === undefined;
  let opened: {
    readonly key: Key;
    readonly credentials: Credentials;
    readonly access: KeyAccess;
  } | null = null;
  let printed: { readonly url: string; isCertain: boolean } | null = null;
  let isMounted = false;
  let hasExplained = false;
  let hasExplainedRefusal = false;
  const rules = {
    trustedProxies: options.trustedProxies,
    isProduction: process.env.NODE_ENV === 'production',
  };

  /** The key is read when it is first needed. */
  function open() {
    if (opened) return opened;
    const key = options.key ?? loadKey(file, logger);
    const credentials = createCredentials(key, { claim: claimIn(store) });
    const access = createKeyAccess({
      base: path,
      credentials,
      ...rules,
      onRefusal(refused) {
        if (hasExplained) return;
        hasExplained = true;
        logger.warn(refused);
      },
    });
    opened = { key, credentials, access };
    return opened;
  }

  function isDecidedByApp(): boolean {
    return isMounted || authorize !== undefined;
  }

  /** Says once why the page was not shown, and never per request. */
  function explain(reason: () => string | null): void {
    if (hasExplainedRefusal) return;
    tryOr(null, () => {
      const text = reason();
      if (text === null) return;
      hasExplainedRefusal = true;
      logger.warn(text);
    });
  }

  /** The app's own function decides: only `true` opens the page. */
  function grantFor(allowed: Allowed, requested: PagePath, reason: () => string | null): Grant {
    if ('value' in allowed && allowed.value === true) return { to: 'everything', path: requested };
    explain(reason);
    return NOTHING;
  }

  return {
    credentials: () => (isDecidedByApp() ? null : open().credentials),
    mount() {
      isMounted = true;
    },
    decideMounted(allowed, requested) {
      const isUndecided = 'value' in allowed && allowed.value === undefined;
      return grantFor(allowed, requested, () =>
        isUndecided ? null : explainAuthorize('The function of book.page()', allowed, ''),
      );
    },
    decide(request, requested) {
      if (isMounted || isWriteOnly) return NOTHING;
      if (authorize) {
        const settle = (allowed: Allowed) =>
          grantFor(allowed, requested, () => explainAuthorize('The option authorize', allowed, TOO_EARLY));
        const allowed = ask(authorize, request);
        return allowed instanceof Promise ? allowed.then(settle) : settle(allowed);
      }
      const { access, credentials } = open();
      const grant = access.decide(request, requested);
      // The right key has an explanation of its own.
      if (grant === NOTHING && !credentials.isValid(request.headers))
        explain(() => explainRefusal(request, path, rules));
      return grant;
    },
    showsToolbar(request) {
      if (isWriteOnly) return false;
      if (isDevelopment && isFromThisMachine(request)) return true;
      return !isDecidedByApp() && open().access.hasKey(request);
    },
    onRecovery() {
      const key = opened?.key;
      if (file && key)
        tryOr(null, () =>
          restoreKey(file, { key, url: printed?.url ?? null, isAppsChoice: isDecidedByApp() }),
        );
    },
    onListen(server, isCertain) {
      const url = isWriteOnly ? null : pageUrl(server as Server, path);
      if (!url || printed?.isCertain) return;
      if (printed && (!isCertain || printed.url === url)) {
        printed.isCertain = isCertain;
        return;
      }
      printed = { url, isCertain };
      const { key } = open();
      // Without the address, `gatebook open` asks for it.
      if (file) tryOr(null, () => writeUrl(file, url, isDecidedByApp()));
      if (isDecidedByApp()) return;
      if (process.stderr.isTTY || isDevelopment) logger.info(`Profile Search: ${url}#key=${key}`);
      else if (file && !isTest) logger.info(`Profile Search: ${url} (${HOW_TO_OPEN})`);
    },
  };
}

function loadKey(file: string | null, logger: Logger): Key {
  if (file === null) return newKey();
  try {
    return readOrCreateKey(file).key;
  } catch (error) {
    const reason = messageOf(error);
    logger.warn(`The key of the page can't be stored (${reason}). A new one is used until the app restarts.`);
    return newKey();
  }
}

/** `http://localhost:3000/_profiler`; `null` for a server on a Unix socket, or one that does not listen. */
function pageUrl(server: Server, path: string): string | null {
  const address = typeof server.address === 'function' ? server.address() : null;
  if (address === null || typeof address === 'string') return null;
  const scheme = 'setSecureContext' in server ? 'https' : 'http';
  return `${scheme}://localhost:${address.port}${path}`;
}
