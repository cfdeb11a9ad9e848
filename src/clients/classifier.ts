import { randomInt } from 'node:crypto';
import { createLru } from '../lru.ts';
import type { ClientClass, Entry } from '../profile/entry.ts';
import { type ClientKey, ClientWindow, clientKey, type Suspect, VISIT } from './client-window.ts';
import type { CrawlerVerifier } from './crawler-verifier.ts';
import type { Evidence } from './evidence.ts';
import { hashPath, hashText } from './hashes.ts';
import { asksForHealth, HealthChecks } from './health-checks.ts';
import { countsAsMissing, guessedWord, isMissingStatus, scriptKind } from './missing-paths.ts';
import { asksWhetherNamesExist, createProbeFinder, FILE_KINDS, type Probe, probeIn } from './probe.ts';
import { addAnswer, type Place, probeOnSite, strengthOnSite } from './probe-on-site.ts';
import { TYPED } from './probe-shapes.ts';
import { SiteAnswers } from './site-answers.ts';
import { type Agent, createAgentClassifier, isMadeFor, UNKNOWN_AGENT } from './user-agent.ts';

/** How many clients with two suspect requests are remembered, at most twice as many. */
const MAX_CLIENTS = 8192;
/** How many others are remembered, and for how long, in microseconds. */
const MAX_NEW_CLIENTS = 4096;
const MAX_AGE = 600e6;
/** More answered requests would not change the class. */
const MAX_ANSWERED = 20;

/** A program at the root of a site. */
const SCRIPT = /^\/[^/]+\.(?:php\d?|aspx?|jspx?|cgi|pl|do|action|cfm)$/i;

export type ClientRequest = Pick<Entry, 'time' | 'ip' | 'method' | 'url' | 'status' | 'userAgent'>;

/** Classifies clients by what they declare, what they ask for, and what they have done in the last minutes. */
export interface ClientClassifier {
  /**
   * Counts the request and returns the class of its client.
   * @param isPlain whether the URL has no secret, so that it may stay in memory
   */
  classify(request: ClientRequest, isPlain?: boolean): ClientClass;
  /** The class after all requests that have been counted. The request is not counted again. */
  revise(request: ClientRequest, given: ClientClass): ClientClass;
  /** How often a client became a scanner. When the number grows, earlier requests should be revised. */
  readonly scannersFound: number;
  /** What the client at an address has done in its window; `null` if there is nothing to report. */
  evidence(ip: string): Evidence | null;
}

/** The parts of a request that its class depends on. */
interface Parts {
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly userAgent: string;
  readonly agentClass: ClientClass;
  readonly probe: Probe['strength'] | null;
  /** Set if the path is missing and could be one that a scan asks for. */
  readonly missing: Missing | null;
}

interface Missing {
  /** The word from a word list that the path ends with. */
  readonly word: string | null;
  /** Whether the path is a page of a program that the site does not have. */
  readonly isForeign: boolean;
}

interface Target extends Place {
  readonly query: string;
}

/** A client with at most one suspect request. Only the second gives it a window, so that a flood from many addresses allocates little. */
interface NewClient {
  readonly time: number;
  readonly suspect: Suspect | null;
  answered: number;
}

/** @param crawlers verifies declared crawlers; without it they are believed */
export function createClientClassifier(
  seed = randomInt(1, 2 ** 32),
  crawlers?: Pick<CrawlerVerifier, 'isImpostor'>,
): ClientClassifier {
  const agentOf = createAgentClassifier();
  const windows = createLru<ClientWindow, ClientKey>(MAX_CLIENTS);
  const newClients = createLru<NewClient, ClientKey>(MAX_NEW_CLIENTS);
  const answers = new SiteAnswers(seed);
  const findProbe = createProbeFinder();
  const checks = new HealthChecks(seed);
  let scannersFound = 0;

  function partsOf(request: ClientRequest, isPlain = false): Parts {
    const { method, status, userAgent } = request;
    const target = targetOf(request.url);
    const { host, path, folder, query } = target;
    const agent = agentFor(request);
    const found = probeFor(request, target, agent, isPlain);
    if (status < 300 && method !== 'OPTIONS') addAnswer(answers, target, method, found);
    const mayBeMissing = found !== null || isMissingStatus(status);
    const isInFolder = mayBeMissing && folder > 1 && answers.hasFolder(host, path, folder);
    const provesNothing =
      asksWhetherNamesExist(method) ||
      agent.looksForNames ||
      (found !== null && answers.hasSoftware(host, found.software));
    const missing = provesNothing ? null : missingFor(request, target, isInFolder);
    const probe = found && strengthFor(request, target, agent, found, isInFolder);
    return { host, path, query, userAgent, agentClass: agent.class, probe, missing };
  }

  /** Set if the path is missing, unless any client may ask for it. */
  function missingFor(
    { status }: ClientRequest,
    { host, path }: Target,
    isInFolder: boolean,
  ): Missing | null {
    const word = isMissingStatus(status) ? guessedWord(path) : null;
    if (word === null && (isInFolder || !countsAsMissing(path, status))) return null;
    const script = scriptKind(path);
    return { word, isForeign: script >= 0 && !answers.hasScripts(host, script) };
  }

  /** The user agent is believed unless the address shows that it lies. */
  function agentFor({ ip, userAgent }: ClientRequest): Agent {
    const declared = agentOf(userAgent);
    return declared.class === 'bot' && crawlers?.isImpostor(userAgent, ip) ? UNKNOWN_AGENT : declared;
  }

  function probeFor(request: ClientRequest, target: Target, agent: Agent, isPlain: boolean): Probe | null {
    const { method, url, userAgent } = request;
    const { path, query } = target;
    const asked = isPlain ? findProbe(method, url, path, query) : probeIn(method, path, query);
    return asked && !isOwnProgram(asked, agent, userAgent, path) ? probeOnSite(answers, target, asked) : null;
  }

  function strengthFor(
    request: ClientRequest,
    { host, path }: Target,
    agent: Agent,
    found: Probe,
    isInFolder: boolean,
  ): Probe['strength'] | null {
    const strength = strengthOnSite(answers, host, found, request.status, isInFolder);
    const mayBeWeaker = strength === 'absent' && request.status >= 300;
    return mayBeWeaker && isWeakerFrom(request, agent, found, path) ? 'possible' : strength;
  }

  /** Missing software proves less if a link led there, or if the client is visiting the site. */
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
    return windows.get(key)?.isVisit() ?? (newClient(key, time)?.answered ?? 0) >= VISIT;
  }

  /** What is known of a client without a window. */
  function newClient(key: ClientKey, time: number): NewClient | undefined {
    const known = newClients.get(key);
    return known && time - known.time <= MAX_AGE ? known : undefined;
  }

  function isHealthCheck(request: ClientRequest, { host, path }: Parts, found: ClientClass): boolean {
    const mayBeOne = (found === 'tool' || found === 'unknown') && asksForHealth(request.method, path);
    return mayBeOne && checks.isOneOf(request, host, path);
  }

  /** Counts a request, and returns the window of its client if it has one. */
  function count(key: ClientKey, { time, status }: ClientRequest, parts: Parts): ClientWindow | undefined {
    const suspect = suspectOf(parts, time);
    const window = windows.get(key) ?? startWindow(key, time, suspect, status < 400);
    if (!window) return undefined;
    const was = window.isScanner(isDeclared(parts.agentClass));
    window.addRequest(time, status < 400);
    if (suspect) window.addSuspect(suspect);
    if (!was && window.isScanner(isDeclared(parts.agentClass))) scannersFound++;
    return window;
  }

  /** Starts a window at the second suspect request of a client, with the first. */
  function startWindow(
    key: ClientKey,
    time: number,
    suspect: Suspect | null,
    isAnswered: boolean,
  ): ClientWindow | undefined {
    const known = newClient(key, time);
    if (!suspect || !known?.suspect) {
      if (suspect) newClients.set(key, { time, suspect, answered: known?.answered ?? 0 });
      else if (known && isAnswered) known.answered++;
      else if (isAnswered) newClients.set(key, { time, suspect, answered: 1 });
      return undefined;
    }
    const window = new ClientWindow(known.time);
    window.addRequest(known.time, false);
    for (let n = 0; n < Math.min(known.answered, MAX_ANSWERED); n++) window.addRequest(known.time, true);
    window.addSuspect(known.suspect);
    windows.set(key, window);
    return window;
  }

  function suspectOf({ path, query, userAgent, probe, missing }: Parts, time: number): Suspect | null {
    if (probe === null && !missing) return null;
    const hash = hashPath(path, seed);
    return {
      time,
      agent: hashText(userAgent, seed),
      // Probes of the root differ only in their query.
      probe: probe === null ? 0 : path === '/' ? hashText(query, seed) : hash,
      missing: missing ? hash : 0,
      word: missing?.word ? hashText(missing.word, seed) : 0,
      foreign: missing?.isForeign ? hash : 0,
      root: missing ? hashPath(path, seed, true) : 0,
      isScript: SCRIPT.test(path),
    };
  }

  function classOf(
    { userAgent, agentClass, probe, missing }: Parts,
    window: ClientWindow | undefined,
    status: number,
  ): ClientClass {
    if (agentClass === 'scanner' || probe === 'certain' || probe === 'absent') return 'scanner';
    const isSuspect = probe !== null || missing !== null;
    if (
      window?.isScanner(isDeclared(agentClass)) &&
      (isSuspect || window.hasAgent(hashText(userAgent, seed)))
    )
      return 'scanner';
    if (probe !== null && status >= 400) return 'unknown';
    return missing && window?.isDoubtful() ? 'unknown' : agentClass;
  }

  return {
    classify(request, isPlain) {
      const parts = partsOf(request, isPlain);
      const key = clientKey(request.ip, seed);
      const window = key === null ? undefined : count(key, request, parts);
      const found = classOf(parts, window, request.status);
      return isHealthCheck(request, parts, found) ? 'monitor' : found;
    },
    revise(request, given) {
      if (given === 'scanner') return given;
      const key = clientKey(request.ip, seed);
      const window = key === null ? undefined : windows.get(key);
      if (!window) return given;
      const found = classOf(partsOf(request), window, request.status);
      return given === 'monitor' && found !== 'scanner' ? given : found;
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

/** Splits a URL into host, path and query. */
function targetOf(url: string): Target {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?');
  const path = start < 0 ? '/' : end < 0 ? url.slice(start) : url.slice(start, Math.max(start, end));
  return {
    host: start < 0 ? url : url.slice(0, start),
    path,
    folder: path.lastIndexOf('/') + 1,
    query: end < 0 ? '' : url.slice(end + 1),
  };
}

/** Whether a program is looking for the server it was made for. */
function isOwnProgram({ strength, isLookup }: Probe, agent: Agent, userAgent: string, path: string): boolean {
  if (isLookup && agent.looksForServers) return true;
  return strength !== 'certain' && agent.class !== 'browser' && isMadeFor(userAgent, path);
}

function isDeclared(agentClass: ClientClass): boolean {
  return agentClass !== 'unknown' && agentClass !== 'tool';
}
