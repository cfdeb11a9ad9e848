import { readFileSync } from 'node:fs';

/** A kind of client: its requests, its names, the answers of the site, and how fast it is. The settings have the defaults of its corpus. */
export interface Kind {
  readonly name: string;
  readonly isScanner: boolean;
  /** The sites it visits; a client visits one of them. */
  readonly on: readonly string[];
  readonly agents: readonly string[];
  /** Lines like `GET /path 404`; without a status, the site answers with `answer`. */
  readonly lines: readonly string[];
  readonly answer?: number;
  /** Seconds between two requests of a client, on average. */
  readonly pace?: number;
  readonly clients?: number;
  /** A client sends this many lines, picked by chance. */
  readonly picks?: number;
  /**
   * `own`: each client has its address. `shared`: all have the same. `hops`: a client changes it within an IPv6 /64.
   * `spread`: each request has its own. `private`, `loopback`: within a network, on the same machine.
   */
  readonly from?: 'own' | 'shared' | 'hops' | 'spread' | 'private' | 'loopback';
  /** Clients of this kind have the addresses of the clients of another kind. */
  readonly behind?: string;
  /** Each request has another user agent. */
  readonly rotates?: boolean;

  // Settings of the first corpus only.

  /** Scans that are `notOn` this family of sites are never sent to this site. */
  readonly family?: 'wordpress' | 'joomla' | 'php';
  /** The family of sites where these paths are ordinary. */
  readonly notOn?: 'wordpress' | 'joomla' | 'php' | 'cms';
  /** Seconds between two requests of a client, at most. */
  readonly gap?: number;
  /** The address that all clients share. */
  readonly ip?: string;
  /** How fast a scanner is; `one each` for clients that make a single request. */
  readonly speed?: 'fast' | 'slow' | 'one each';
  /** Only the answers give it away: it is sent to sites that answer 403 or 404 to a path that they do not have. */
  readonly needsMissing?: boolean;
}

/** What a classifier sees of a request, and whether a scanner made it. */
export interface Sample {
  readonly time: number;
  readonly ip: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly userAgent: string;
  readonly kind: string;
  readonly isProbe: boolean;
}

const SETTINGS =
  /^(?:on|agent|answer|pace|clients|picks|from|behind|rotates|family|notOn|gap|ip|speed|needsMissing)$/;

/**
 * The kinds of a corpus, from its file. A block begins with `scan` or `visit` and a name. Its settings follow, a word and a value each,
 * then its requests. `list` and a name is a block that others refer to: `agent @BROWSERS` adds its agents, `on @PLAIN` its sites.
 */
export function readKinds(corpus: string): Kind[] {
  const text = readFileSync(new URL(`${corpus}.txt`, import.meta.url), 'utf8');
  const blocks = text
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
    .filter((lines) => lines.length > 0);
  const lists = new Map<string, Kind>();
  const kinds: Kind[] = [];
  for (const [head = '', ...lines] of blocks) {
    const [, type, name = ''] = /^(list|scan|visit) (.+)$/.exec(head) ?? [];
    const kind = readKind(name, type === 'scan', lines, lists);
    if (type === 'list') lists.set(`@${name}`, kind);
    else if (type) kinds.push(kind);
    else throw new Error(`${corpus}.txt: not the beginning of a block: ${head}`);
  }
  return kinds;
}

function readKind(
  name: string,
  isScanner: boolean,
  text: readonly string[],
  lists: ReadonlyMap<string, Kind>,
): Kind {
  const on: string[] = [];
  const agents: string[] = [];
  const lines: string[] = [];
  const settings: Record<string, string | number | boolean> = {};
  for (const line of text) {
    const [, word, value = ''] = /^([a-z]\w*)(?: (.*))?$/i.exec(line) ?? [];
    if (!/^[a-z]/.test(line)) lines.push(line);
    else if (!word || !SETTINGS.test(word)) throw new Error(`${name}: unknown setting: ${line}`);
    else if (word === 'agent') agents.push(...(lists.get(value)?.agents ?? [value]));
    else if (word === 'on') on.push(...value.split(' ').flatMap((site) => lists.get(site)?.on ?? [site]));
    else settings[word] = value === '' ? true : Number.isNaN(Number(value)) ? value : Number(value);
  }
  return { name, isScanner, on, agents: agents.length > 0 ? agents : [''], lines, ...settings };
}
