import { randomInt } from 'node:crypto';
import { createLru } from '../lru.ts';
import type { ClientClass, Entry } from '../profile/entry.ts';
import { type ClientKey, clientKey } from './client-key.ts';
import { ClientWindow, VISIT } from './client-window.ts';
import type { CrawlerVerifier } from './crawler-verifier.ts';
import type { Evidence } from './evidence.ts';
import { FirstSuspects, rootHash, type Suspect } from './first-suspects.ts';
import { guessedWord, scriptKind } from './guess.ts';
import { createProbeFinder } from './known-probes.ts';
import { isMadeFor } from './made-for.ts';
import { countsAsMissing, isMissingStatus } from './miss.ts';
import { hashPath } from './path-hash.ts';
import { asksWhetherNamesExist, FILE_KINDS, type Probe, probeIn } from './probe.ts';
import { addAnswer, probeOnSite, strengthOnSite } from './probe-on-site.ts';
import { TYPED } from './probe-shapes.ts';
import { SiteAnswers } from './site-answers.ts';
import { hashText } from './text-hash.ts';
import { type Agent, createAgentClassifier, UNKNOWN_AGENT } from './user-agent.ts';

/** At most twice as many clients are remembered. Only clients that have made two suspect requests are. */
const MAX_CLIENTS = 8192;
/** More do not change the class. */
const MAX_ANSWERED = 20;

/** A program at the root of a site. */
const SCRIPT = /^\/[^/]+\.(?:php\d?|aspx?|jspx?|cgi|pl|do|action|cfm)$/i;

/** What the classifier needs of a request. */
export type ClientRequest = Pick<Entry, 'time' | 'ip' | 'method' | 'url' | 'status' | 'userAgent'>;

/** Classifies clients by what they declare, what they ask for, and what they have done in the last minutes. */
export interface ClientClassifier {
  /**
   * The class of the client as of this request, which is counted.
   * @param isPlain whether the URL has no secret, so that it may stay in memory
   */
  classify(request: ClientRequest, isPlain?: boolean): ClientClass;
  /** The class after all requests that have been counted. The request is not counted again. */
  revise(request: ClientRequest, given: ClientClass): ClientClass;
  /** How often a client became a scanner. If it has changed, earlier requests should be revised. */
  readonly scannersFound: number;
  /** What the client at an address has done in its window; `null` if there is nothing to report. */
  evidence(ip: string): Evidence | null;
}

/** The parts of a request that its class depends on. */
interface Parts {
  readonly path: string;
  readonly userAgent: string;
  readonly agentClass: ClientClass;
  readonly probe: Probe['strength'] | null;
  /** Whether the path is one that a scan may ask for, and missing. */
  readonly isMissing: boolean;
  /** The missing path ends with this word, which word lists have. */
  readonly word: string | null;
  /** Whether the missing path is a page of a program that the site does not have. */
  readonly isForeign: boolean;
  readonly query: string;
}

/** @param crawlers verifies declared crawlers; without it they are believed */
export function createClientClassifier(
  seed = randomInt(1, 2 ** 32),
  crawlers?: Pick<CrawlerVerifier, 'isImpostor'>,
): ClientClassifier {
  const agentOf = createAgentClassifier();
  const windows = createLru<ClientWindow, ClientKey>(MAX_CLIENTS);
  const firsts = new FirstSuspects();
  const answers = new SiteAnswers(seed);
  const findProbe = createProbeFinder();
  let scannersFound = 0;

  function partsOf(request: ClientRequest, isPlain = false): Parts {
    const { ip, method, url, status, userAgent } = request;
    const start = url.indexOf('/', url.indexOf('://') + 3);
    const end = url.indexOf('?');
    const host = start < 0 ? url : url.slice(0, start);
    const path = start < 0 ? '/' : end < 0 ? url.slice(start) : url.slice(start, Math.max(start, end));
    const query = end < 0 ? '' : url.slice(end + 1);
    const place = { host, path, folder: path.lastIndexOf('/') + 1 };
    const declared = agentOf(userAgent);
    const agent = declared.class === 'bot' && crawlers?.isImpostor(userAgent, ip) ? UNKNOWN_AGENT : declared;
    const asked = isPlain ? findProbe(method, url, path, query) : probeIn(method, path, query);
    const found =
      asked && !isOwnProgram(asked, agent, userAgent, path) ? probeOnSite(answers, place, asked) : null;
    if (status < 300 && method !== 'OPTIONS') addAnswer(answers, place, method, found);
    const word = isMissingStatus(status) ? guessedWord(path) : null;
    const mayBeMissing = countsAsMissing(path, status);
    const isInFolder =
      (mayBeMissing || found !== null) && place.folder > 1 && answers.hasFolder(host, path, place.folder);
    const isMissing =
      (word !== null || (mayBeMissing && !isInFolder)) &&
      !asksWhetherNamesExist(method) &&
      !agent.looksForNames &&
      !(found && answers.hasSoftware(host, found.software));
    const script = isMissing ? scriptKind(path) : -1;
    const strength = found && strengthOnSite(answers, host, found, status, isInFolder);
    const isWeaker =
      found && strength === 'absent' && status >= 300 && isWeakerFrom(request, agent, found, path);
    return {
      path,
      userAgent,
      agentClass: agent.class,
      probe: isWeaker ? 'possible' : strength,
      isMissing,
      word: isMissing ? word : null,
      isForeign: script >= 0 && !answers.hasScripts(host, script),
      query,
    };
  }

  /** Software that is missing proves less if a link led there, or if the client is in the middle of a visit. */
  function isWeakerFrom(
    { ip, time, method }: ClientRequest,
    agent: Agent,
    found: Probe,
    path: string,
  ): boolean {
    if (method === 'GET' && agent.class === 'browser' && TYPED.test(path) && !FILE_KINDS.has(found.software))
      return true;
    if (agent.followsLinks && !found.isPart) return true;
    const key = clientKey(ip, seed);
    if (key === null) return false;
    return windows.get(key)?.isVisit() ?? firsts.answeredOf(key, time) >= VISIT;
  }

  /** Counts a request, and returns the window of its client if it has one. */
  function count(key: ClientKey, { time, status }: ClientRequest, parts: Parts): ClientWindow | undefined {
    const suspect = suspectOf(parts, time);
    let window = windows.get(key);
    if (!window && !suspect) {
      if (status < 400) firsts.addAnswered(key, time);
      return undefined;
    }
    if (!window) {
      const first = firsts.take(key);
      if (suspect && !first) firsts.add(key, suspect);
      if (!first) return undefined;
      window = new ClientWindow(first.time);
      window.addRequest(first.time, false);
      for (let n = 0; n < Math.min(first.answered, MAX_ANSWERED); n++) window.addRequest(first.time, true);
      window.addSuspect(first);
      windows.set(key, window);
    }
    const was = window.isScanner(isDeclared(parts.agentClass));
    window.addRequest(time, status < 400);
    if (suspect) window.addSuspect(suspect);
    if (!was && window.isScanner(isDeclared(parts.agentClass))) scannersFound++;
    return window;
  }

  function suspectOf(
    { path, userAgent, probe, isMissing, word, isForeign, query }: Parts,
    time: number,
  ): Suspect | null {
    if (probe === null && !isMissing) return null;
    const hash = hashPath(path, seed);
    return {
      time,
      agent: hashText(userAgent, seed),
      // The probes that are made of a query differ in it.
      probe: probe === null ? 0 : path === '/' ? hashText(query, seed) || 1 : hash,
      missing: isMissing ? hash : 0,
      word: word === null ? 0 : hashText(word, seed) || 1,
      foreign: isForeign ? hash : 0,
      root: isMissing ? rootHash(hashPath(path, seed, true), SCRIPT.test(path)) : 0,
    };
  }

  function classOf(
    { userAgent, agentClass, probe, isMissing }: Parts,
    window: ClientWindow | undefined,
    status: number,
  ): ClientClass {
    if (agentClass === 'scanner' || probe === 'certain' || probe === 'absent') return 'scanner';
    const isSuspect = probe !== null || isMissing;
    if (
      window?.isScanner(isDeclared(agentClass)) &&
      (isSuspect || window.hasAgent(hashText(userAgent, seed)))
    )
      return 'scanner';
    if (probe !== null && status >= 400) return 'unknown';
    return isMissing && window?.isDoubtful() ? 'unknown' : agentClass;
  }

  return {
    classify(request, isPlain) {
      const parts = partsOf(request, isPlain);
      const key = clientKey(request.ip, seed);
      const window = key === null ? undefined : count(key, request, parts);
      return classOf(parts, window, request.status);
    },
    revise(request, given) {
      if (given === 'scanner') return given;
      const key = clientKey(request.ip, seed);
      const window = key === null ? undefined : windows.get(key);
      return window ? classOf(partsOf(request), window, request.status) : given;
    },
    evidence(ip) {
      const key = clientKey(ip, seed);
      return (key === null ? undefined : windows.get(key))?.evidence() ?? null;
    },
    get scannersFound() {
      return scannersFound;
    },
  };
}

/** Whether a program looks for the server that it was made for. */
function isOwnProgram({ strength, isLookup }: Probe, agent: Agent, userAgent: string, path: string): boolean {
  if (isLookup && agent.looksForServers) return true;
  return strength !== 'certain' && agent.class !== 'browser' && isMadeFor(userAgent, path);
}

function isDeclared(agentClass: ClientClass): boolean {
  return agentClass !== 'unknown' && agentClass !== 'tool';
}
