import { isbot } from 'isbot';
import type { ClientClass } from './entry.ts';
import { createRecent } from './recent.ts';

/** What only someone rattling at the doors asks for, wherever it stands in the path. */
const PROBES =
  /\/(?:\.env|\.git\/|\.aws\/|\.ssh\/|wp-login\.php|wp-admin|xmlrpc\.php|phpmyadmin|phpinfo|vendor\/phpunit|cgi-bin\/|actuator\/|etc\/passwd|boaform|_ignition\/|server-status|api\/index\.php\/v1\/config\/application)/i;
const SCANNERS =
  /sqlmap|nikto|nuclei|zgrab|masscan|nmap|wpscan|gobuster|dirbuster|feroxbuster|acunetix|nessus|censys/i;
const TOOLS =
  /^(?:curl|wget|httpie|python|node|undici|go-http|java|okhttp|axios|got|ruby|php|libwww|postman|insomnia)/i;
const byAgent = createRecent<ClientClass>(2048);

/** Who asked, as far as one request alone can tell. */
export function clientClass(userAgent: string, url: string): ClientClass {
  if (PROBES.test(url)) return 'scanner';
  const known = byAgent.get(userAgent);
  if (known) return known;
  const found = classOfAgent(userAgent);
  byAgent.set(userAgent, found);
  return found;
}

function classOfAgent(userAgent: string): ClientClass {
  if (userAgent === '') return 'unknown';
  if (SCANNERS.test(userAgent)) return 'scanner';
  if (TOOLS.test(userAgent)) return 'tool';
  if (isbot(userAgent)) return 'bot';
  return userAgent.startsWith('Mozilla/') ? 'browser' : 'unknown';
}
