import { isbot } from 'isbot';
import { memoize } from '../lru.ts';
import type { ClientClass } from '../profile/entry.ts';

/** Programs that look for holes, and services that scan the whole internet, by the names they give. */
const SCANNERS =
  /sqlmap|nikto|nuclei|zgrab|masscan|nmap scripting|wpscan|gobuster|dirbuster|dirsearch|feroxbuster|fuzz faster|wfuzz|acunetix|nessus|openvas|netsparker|arachni|whatweb|jorgee|httpx - open-source|censysinspect|expanse, a palo alto|internet-measurement|l9(?:explore|tcpid)|leakix|morfeus|zmeu|mozlila|projectdiscovery|interactsh|commix|w3af|skipfish|havij|jbrofuzz|fimap|libwhisker|muhstik|xpanse|onyphe|modatscanner|visionheight|internettl|zmap|webinspect|qualys|appscan|zaproxy|owasp[ _-]zap|xsstrike|dalfox|sqlninja|wapiti|dotdotpwn|davtest|joomscan|droopescan|cmseek|l9scan|custom-asynchttpclient|libredtail|^zap\/|^hello,? world/i;
/** An attack in place of a name. */
const ATTACK =
  /\$\{(?:jndi|lower:|upper:|env:|sys:|::-|\$\{)|^\(\) *\{|<\?php|<script|union (?:all )?select|\/etc\/passwd|[;|`] *(?:wget|curl) +(?:-\S+ +)*https?:/i;
/** Services and programs that check whether a site is up. */
const MONITORS =
  /uptime|pingdom|statuscake|kube-probe|healthcheck|health[ -]?check|googlehc|health probe|site24x7|datadog|newrelicpinger|checkly|zabbix|nagios|check_http|blackbox|prometheus|hetrixtools|freshping|updown\.io|envoy\/hc|synthetics|monitoring|catchpoint|dynatrace|spring boot admin/i;
const TOOLS =
  /^(?:curl|wget|httpie|python|node|undici|go-http|java|apache-httpclient|okhttp|axios|got|ruby|php|libwww|postman|insomnia|dart|aiohttp|guzzle|rest-client|reqwest|hyper|fasthttp|git\/|npm\/|pnpm\/|yarn\/|pip\/|composer\/|maven|vitest)/i;
/** Declared crawlers that `isbot` does not know. */
const OTHER_BOTS = /link-?check|lychee/i;
/** Browsers start like this. `Mozilla/5.0` alone is not a browser. */
const BROWSER = /^(?:Mozilla\/\d\.\d+ \(|Opera\/\d|Lynx\/|w3m\/|ELinks|Links \(|Dillo\/)/;
const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun|pip|composer|maven|apache-maven|gradle|cargo|go)\//i;
/** Mail programs, calendars, network drives, Office, private networks (VPN), and programs for data stores, clusters and language models. */
const SERVER_LOOKUPS =
  /microsoft[ -](?:office|outlook|webdav|data access|bits)|ms-?office|macoutlook|winhttp|davclnt|webdav|gvfs|davfs|cadaver|mirall|nextcloud|owncloud|davx5|caldav|carddav|dataaccessd|accountsd|thunderbird|evolution|activesync|anyconnect|openconnect|globalprotect|forti(?:client|ssl)|citrix|openai|anthropic|ollama|litellm|langchain|open-?webui|elastic|filebeat|logstash|^docker|containerd|skopeo|podman|kubectl|^helm|^solr|consul\b/i;
const NAMED_BOT = /bot\b|crawl|spider|https?:\/\//i;
const MAX_CACHED = 2048;
/** Longer user agents are rare, and caching them would let a hostile client fill the memory. */
const MAX_CACHED_LENGTH = 256;

/** What a user agent declares. */
export interface Agent {
  readonly class: ClientClass;
  /** Others choose the paths it asks for, so missing ones prove nothing. */
  readonly looksForNames: boolean;
  /** It looks for the mailboxes, network drives, gateways and models of any domain. */
  readonly looksForServers: boolean;
  /** It follows links, also from old pages. */
  readonly followsLinks: boolean;
}

export const UNKNOWN_AGENT: Agent = {
  class: 'unknown',
  looksForNames: false,
  looksForServers: false,
  followsLinks: false,
};

/** Remembers user agents: matching one against all known bots takes microseconds. */
export function createAgentClassifier(): (userAgent: string) => Agent {
  return memoize((userAgent) => agentOf(userAgent, classifyAgent(userAgent)), {
    capacity: MAX_CACHED,
    maxLength: MAX_CACHED_LENGTH,
  });
}

function agentOf(userAgent: string, declared: ClientClass): Agent {
  const looksForServers = SERVER_LOOKUPS.test(userAgent);
  const isGivenNames = declared === 'bot' || declared === 'monitor' || PACKAGE_MANAGERS.test(userAgent);
  return {
    class: declared,
    looksForNames: looksForServers || isGivenNames,
    looksForServers,
    followsLinks:
      declared === 'monitor' ||
      (declared === 'bot' && NAMED_BOT.test(userAgent)) ||
      /^(?:WordPress\/|wp-(?:android|iphone)|Jetpack)/.test(userAgent),
  };
}

function classifyAgent(userAgent: string): ClientClass {
  if (userAgent === '') return 'unknown';
  if (namesScanner(userAgent)) return 'scanner';
  if (MONITORS.test(userAgent)) return 'monitor';
  if (OTHER_BOTS.test(userAgent)) return 'bot';
  if (TOOLS.test(userAgent)) return 'tool';
  if (BROWSER.test(userAgent)) return isbot(userAgent) ? 'bot' : 'browser';
  return isbot(userAgent) && !/^Mozilla\/5\.0$/.test(userAgent) ? 'bot' : 'unknown';
}

/** Whether a user agent gives the name of a program or service that scans, or is an attack itself. */
export function namesScanner(userAgent: string): boolean {
  return SCANNERS.test(userAgent) || ATTACK.test(userAgent);
}

/** Words that name no product. */
const GENERAL = new Set(
  'http https client agent java python node curl wget mozilla compatible version linux windows server mobile index login admin script'.split(
    ' ',
  ),
);
const WORD = /[a-z]{4,}/g;
/** The first folders of a path name the product. */
const MAX_FOLDERS = 3;

/** Whether the user agent names the product that is asked for: `PAN GlobalProtect/6.2` asks for `/global-protect/prelogin.esp`. */
export function isMadeFor(userAgent: string, path: string): boolean {
  const text = userAgent.toLowerCase();
  const names = `${text} ${text.replaceAll(/[_-]/g, '')}`.match(WORD);
  if (!names) return false;
  return path
    .toLowerCase()
    .split('/', MAX_FOLDERS + 1)
    .map((folder) => folder.replaceAll(/[_-]/g, ''))
    .some((folder) => folder.length > 3 && !GENERAL.has(folder) && names.includes(folder));
}
