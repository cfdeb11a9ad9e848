import { randomInt } from 'node:crypto';
import { createLru } from '../lru.ts';
import { type ClientClass, type Entry, STATUS_ABORTED } from '../profile/entry.ts';
import { type ClientKey, clientKey } from './client-key.ts';
import { ClientWindow } from './client-window.ts';
import type { CrawlerVerifier } from './crawler-verifier.ts';
import type { Evidence } from './evidence.ts';
import { FirstSuspects, rootHash, type Suspect } from './first-suspects.ts';
import { guessedWord, scriptKind } from './guess.ts';
import { countsAsMissing, isMissingStatus } from './miss.ts';
import { hashPath } from './path-hash.ts';
import { asksWhetherNamesExist, FILE_KINDS, type Probe, probeIn, softwareShownBy } from './probe.ts';
import { SiteAnswers } from './site-answers.ts';
import { hashText } from './text-hash.ts';
import { createAgentClassifier, looksForNames } from './user-agent.ts';

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
  /** The class of the client as of this request, which is counted. */
  classify(request: ClientRequest): ClientClass;
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
  const classifyAgent = createAgentClassifier();
  const windows = createLru<ClientWindow, ClientKey>(MAX_CLIENTS);
  const firsts = new FirstSuspects();
  const answers = new SiteAnswers(seed);
  let scannersFound = 0;

  function partsOf({ ip, method, url, status, userAgent }: ClientRequest): Parts {
    const start = url.indexOf('/', url.indexOf('://') + 3);
    const end = url.indexOf('?');
    const host = start < 0 ? url : url.slice(0, start);
    const path = start < 0 ? '/' : end < 0 ? url.slice(start) : url.slice(start, Math.max(start, end));
    const query = end < 0 ? '' : url.slice(end + 1);
    const found = probeIn(method, path, query);
    const folder = path.lastIndexOf('/') + 1;
    if (status < 300 && method !== 'OPTIONS') addAnswer(host, path, folder, found);
    const declared = classifyAgent(userAgent);
    const agentClass = declared === 'bot' && crawlers?.isImpostor(userAgent, ip) ? 'unknown' : declared;
    const word = isMissingStatus(status) ? guessedWord(path) : null;
    const mayBeMissing = countsAsMissing(path, status);
    const isInFolder =
      (mayBeMissing || found !== null) && folder > 1 && answers.hasFolder(host, path, folder);
    const isMissing =
      (word !== null || (mayBeMissing && !isInFolder)) &&
      !asksWhetherNamesExist(method) &&
      !looksForNames(userAgent, agentClass) &&
      !(found && answers.hasSoftware(host, found.software));
    const script = isMissing ? scriptKind(path) : -1;
    return {
      path,
      userAgent,
      agentClass,
      probe: found && strengthOn(host, found, status, isInFolder),
      isMissing,
      word: isMissing ? word : null,
      isForeign: script >= 0 && !answers.hasScripts(host, script),
      query,
    };
  }

  function addAnswer(host: string, path: string, folder: number, found: Probe | null): void {
    const software = found?.software ?? softwareShownBy(path);
    if (software !== null) answers.addSoftware(host, software);
    if (!found && folder > 1) answers.addFolder(host, path, folder);
    const script = scriptKind(path);
    if (script >= 0) answers.addScripts(host, script);
  }

  /** Software that the site has is not a probe there, nor is a file that is missing in a folder that it has. */
  function strengthOn(
    host: string,
    { strength, software, isPart, isForm }: Probe,
    status: number,
    isInFolder: boolean,
  ): Probe['strength'] | null {
    if (strength === 'certain') return strength;
    if (answers.hasEverything(host) && status < 300) return strength;
    if (status < 300 && FILE_KINDS.has(software)) return 'possible';
    if (status < 300) return null;
    if (answers.hasSoftware(host, software)) return isPart && status === 404 ? 'possible' : null;
    if (isInFolder && FILE_KINDS.has(software)) return null;
    if (isForm && status === 404) return 'absent';
    return isRefusal(status) ? strength : 'possible';
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
    classify(request) {
      const parts = partsOf(request);
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

/** Whether the status says that the site does not have it. The others say that it may, or that it does not work. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 407, 408, 429, STATUS_ABORTED].includes(status);
}

function isDeclared(agentClass: ClientClass): boolean {
  return agentClass !== 'unknown' && agentClass !== 'tool';
}
