import { isbot } from 'isbot';
import { createLru } from '../lru.ts';
import type { ClientClass } from './entry.ts';

/** Paths that only scanners request, anywhere in a URL. */
const PROBES =
  /\/(?:\.env|\.git\/|\.aws\/|\.ssh\/|wp-login\.php|wp-admin|xmlrpc\.php|phpmyadmin|phpinfo|vendor\/phpunit|cgi-bin\/|actuator\/|etc\/passwd|boaform|_ignition\/|server-status|api\/index\.php\/v1\/config\/application)/i;
const SCANNERS =
  /sqlmap|nikto|nuclei|zgrab|masscan|nmap|wpscan|gobuster|dirbuster|feroxbuster|acunetix|nessus|censys/i;
const TOOLS =
  /^(?:curl|wget|httpie|python|node|undici|go-http|java|okhttp|axios|got|ruby|php|libwww|postman|insomnia)/i;
const MAX_CACHED = 2048;
/** Longer user agents are rare, and caching them would let a hostile client fill the memory. */
const MAX_CACHED_LENGTH = 256;

/** Classifies the client of a single request. */
export type ClientClassifier = (userAgent: string, url: string) => ClientClass;

/** The classifier caches user agents: matching one against all known bots takes microseconds. */
export function createClientClassifier(): ClientClassifier {
  const cache = createLru<ClientClass>(MAX_CACHED);
  return (userAgent, url) => {
    if (PROBES.test(url)) return 'scanner';
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
  if (TOOLS.test(userAgent)) return 'tool';
  if (isbot(userAgent)) return 'bot';
  return userAgent.startsWith('Mozilla/') ? 'browser' : 'unknown';
}
