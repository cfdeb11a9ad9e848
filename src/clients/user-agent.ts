import { isbot } from 'isbot';
import { createLru } from '../lru.ts';
import type { ClientClass } from '../profile/entry.ts';

/** Programs that look for holes, and services that scan the whole internet, by the names they give. */
const SCANNERS =
  /sqlmap|nikto|nuclei|zgrab|masscan|nmap scripting|wpscan|gobuster|dirbuster|dirsearch|feroxbuster|fuzz faster|wfuzz|acunetix|nessus|openvas|netsparker|arachni|whatweb|jorgee|httpx - open-source|censysinspect|expanse, a palo alto|internet-measurement|l9(?:explore|tcpid)|leakix|morfeus|zmeu|mozlila|projectdiscovery|interactsh|commix|w3af|skipfish|havij|jbrofuzz|fimap|libwhisker|muhstik|xpanse|onyphe|modatscanner|visionheight|internettl|zmap|webinspect|qualys|appscan|zaproxy|owasp[ _-]zap|xsstrike|dalfox|sqlninja|wapiti|dotdotpwn|davtest|joomscan|droopescan|cmseek|l9scan|custom-asynchttpclient|^hello,? world/i;
/** Services and programs that check whether a site is up. */
const MONITORS =
  /uptime|pingdom|statuscake|kube-probe|healthcheck|health[ -]?check|googlehc|health probe|site24x7|datadog|newrelicpinger|checkly|zabbix|nagios|check_http|blackbox|prometheus|hetrixtools|freshping|updown\.io|envoy\/hc|synthetics|monitoring|catchpoint|dynatrace|spring boot admin/i;
const TOOLS =
  /^(?:curl|wget|httpie|python|node|undici|go-http|java|apache-httpclient|okhttp|axios|got|ruby|php|libwww|postman|insomnia|dart|aiohttp|guzzle|rest-client|reqwest|hyper|git\/|npm\/|pnpm\/|yarn\/|pip\/|composer\/|maven|vitest)/i;
/** Declared crawlers that `isbot` does not know. */
const OTHER_BOTS = /link-?check|lychee/i;
/** What all browsers send; `Mozilla/5.0` alone is none. */
const BROWSER = /^(?:Mozilla\/\d\.\d+ \(|Opera\/\d|Lynx\/|w3m\/|ELinks|Links \(|Dillo\/)/;
const MAX_CACHED = 2048;
/** Longer user agents are rare, and caching them would let a hostile client fill the memory. */
const MAX_CACHED_LENGTH = 256;

/** The class of client that a user agent declares. */
export type AgentClassifier = (userAgent: string) => ClientClass;

/** The classifier caches user agents: matching one against all known bots takes microseconds. */
export function createAgentClassifier(): AgentClassifier {
  const cache = createLru<ClientClass>(MAX_CACHED);
  return (userAgent) => {
    const cached = cache.get(userAgent);
    if (cached) return cached;
    const client = classifyAgent(userAgent);
    if (userAgent.length <= MAX_CACHED_LENGTH) cache.set(userAgent, client);
    return client;
  };
}

function classifyAgent(userAgent: string): ClientClass {
  if (userAgent === '') return 'unknown';
  if (SCANNERS.test(userAgent)) return 'scanner';
  if (MONITORS.test(userAgent)) return 'monitor';
  if (OTHER_BOTS.test(userAgent)) return 'bot';
  if (TOOLS.test(userAgent)) return 'tool';
  if (BROWSER.test(userAgent)) return isbot(userAgent) ? 'bot' : 'browser';
  return isbot(userAgent) && !/^Mozilla\/5\.0$/.test(userAgent) ? 'bot' : 'unknown';
}

/** Whether a user agent gives the name of a program or service that scans. */
export function namesScanner(userAgent: string): boolean {
  return SCANNERS.test(userAgent);
}

const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun|pip|composer|maven|apache-maven|gradle|cargo|go)\//i;

/** Crawlers, monitors and package managers ask for names that others gave them: missing paths prove nothing about them. */
export function looksForNames(userAgent: string, agentClass: ClientClass): boolean {
  return agentClass === 'bot' || agentClass === 'monitor' || PACKAGE_MANAGERS.test(userAgent);
}
