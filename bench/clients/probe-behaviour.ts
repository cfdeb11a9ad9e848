import { type ProbeKind, paths, under } from './probe-kind.ts';

const SCANNER_AGENTS = [
  'Mozilla/5.0 (compatible; Nuclei - Open-source project (github.com/projectdiscovery/nuclei))',
  'Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:map_codes)',
  'sqlmap/1.8.2#stable (https://sqlmap.org)',
  'Mozilla/5.0 zgrab/0.x',
  'masscan/1.3 (https://github.com/robertdavidgraham/masscan)',
  'WPScan v3.8.27 (https://wpscan.com/wordpress-security-scanner)',
  'gobuster/3.6',
  'feroxbuster/2.10.4',
  'Fuzz Faster U Fool v2.1.0-dev',
  'Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)',
];

const WORDS = paths(
  'admin test old backup dev beta login secret private tmp uploads download files data db sql dashboard panel cpanel webmail ' +
    'portal staging console manage management manager root user users member members account accounts auth signin signup register ' +
    'config configuration setup install installer update upgrade system sys server service services api rest soap rpc json xml ' +
    'cgi bin scripts include includes inc lib library libs src source sources code app apps application web www site sites home ' +
    'public internal intranet extranet local vpn mail email smtp ftp sftp ssh git svn repo archive archives bak save copy temp cache ' +
    'log logs report reports stats status monitor monitoring metrics health debug trace info phpinfo readme license changelog doc docs ' +
    'documentation help support faq forum board blog news shop store cart checkout payment payments billing invoice invoices order orders',
);

/** Scans whose paths do not give them away one by one. */
export const BEHAVIOUR_PROBES: readonly ProbeKind[] = [
  { name: 'word list', requests: WORDS.map((word) => `/${word}`), pace: 'fast', needsMissing: true },
  {
    name: 'word list of folders',
    requests: under(
      paths('/ /a/ /x1/'),
      WORDS.slice(0, 50).map((word) => `${word}/`),
    ),
    pace: 'fast',
    needsMissing: true,
  },
  {
    name: 'word list of php files',
    requests: WORDS.slice(20, 100).map((word) => `/${word}.php`),
    pace: 'fast',
    needsMissing: true,
  },
  {
    name: 'word list of pages',
    requests: WORDS.slice(40, 120).map((word) => `/${word}.${word.length % 2 ? 'asp' : 'jsp'}`),
    pace: 'slow',
    needsMissing: true,
  },
  {
    name: 'declared scanners',
    requests: paths('/ /robots.txt /login /index.html /about'),
    agents: SCANNER_AGENTS,
  },
  {
    name: 'descriptions of an api',
    requests: paths(
      '/swagger.json /swagger-ui.html /v2/api-docs /v3/api-docs /api-docs /openapi.json /swagger/v1/swagger.json /graphiql ' +
        '/api/swagger.json /swagger/index.html /api/v1/swagger.json /docs/swagger.json /api/graphql /altair /playground ' +
        '/swagger-resources /api/openapi.yaml /redoc /graphql /v1/graphql /swagger-ui/index.html /webjars/swagger-ui/index.html',
    ),
    pace: 'fast',
    needsMissing: true,
  },
  {
    name: 'language models',
    requests: paths(
      '/v1/models /api/tags /api/generate /v1/chat/completions /api/chat /v1/completions /api/version /sse /mcp /api/ps /props ' +
        '/v1/embeddings /api/show /slots /v1/messages /openai/v1/models /ollama/api/tags /api/v1/models /completion /info',
    ),
    pace: 'slow',
    needsMissing: true,
  },
  {
    name: 'one login page from each address',
    requests: paths(
      '/wp-login.php /xmlrpc.php /wp-admin/ /administrator/index.php /phpmyadmin/index.php /wp-admin/install.php',
    ),
    pace: 'one each',
    notOn: 'cms',
  },
  {
    name: 'one file from each address',
    requests: paths(
      '/.env /.git/config /.aws/credentials /.env.production /backend/.env /.git/HEAD /.vscode/sftp.json /api/.env',
    ),
    pace: 'one each',
  },
  {
    name: 'proxies',
    requests: paths('CONNECT|/ CONNECT|/443 CONNECT|/check CONNECT|/x TRACE|/ TRACK|/ DEBUG|/ TRACE|/a'),
    pace: 'one each',
  },
];
