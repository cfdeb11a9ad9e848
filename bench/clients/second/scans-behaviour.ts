import { BORROWED, BROWSERS, LIBRARIES } from './agents.ts';
import { scan } from './kind.ts';

const GUESSES = `admin backup test old dev staging private tmp temp upload uploads files data db config conf inc
  includes logs log cgi-bin scripts bin server status console manager portal panel cpanel webmail phpmyadmin secret
  hidden internal debug beta demo archive export import install setup root user users members login2 admin1 adm
  control dashboard system monitor stats reports api2 v2 v3 graphql soap rest wsdl ftp svn git docs2 intranet`;
const words = GUESSES.split(/\s+/);
const missing = (paths: readonly string[], method = 'GET') =>
  paths.map((path) => `${method} ${path}`).join('\n');
const SITES = ['shop.example', 'notes.example', 'api.example', 'clinic.example', 'club.example'];

const MIXED = `
    GET / 200
    GET /.git/config
    GET /server-status 403
    GET /.env
    GET /phpinfo.php
    GET /actuator/health
    GET /swagger-ui.html
    GET /wp-json/wp/v2/users
    GET /config.json
    GET /.DS_Store
    GET /telescope/requests
    GET /login.action
    GET /solr/
    GET /elmah.axd
    GET /trace.axd
    GET /debug/pprof/
    GET /.svn/entries
    GET /.vscode/sftp.json
    GET /v2/_catalog
    GET /s/7313e2334313e21333e23383/_/;/META-INF/maven/com.atlassian.jira/jira-webapp-dist/pom.properties`;

/** Scanners that are known by what they do over time, or by their name. */
export const BEHAVIOUR_SCANS = [
  scan(
    'word list, fast, as a browser',
    { on: SITES, agents: BROWSERS, pace: 0.05, clients: 2 },
    missing(words.map((word) => `/${word}`)),
  ),
  scan(
    'word list with endings',
    { on: SITES, agents: BORROWED, pace: 0.1, clients: 1 },
    missing(words.slice(0, 20).flatMap((word) => [`/${word}.php`, `/${word}.bak`, `/${word}/`])),
  ),
  scan(
    'word list, slow',
    { on: SITES, agents: BROWSERS, pace: 20, clients: 1 },
    missing(words.slice(0, 40).map((word) => `/${word}/`)),
  ),
  scan(
    'word list by a tool with a name',
    {
      on: SITES,
      agents: ['feroxbuster/2.10.3', 'gobuster/3.6', 'Fuzz Faster U Fool v2.1.0-dev', 'Wfuzz/3.1.0'],
      pace: 0.05,
      clients: 4,
      picks: 20,
    },
    missing(words.map((word) => `/${word}`)),
  ),
  scan(
    'word list for an API',
    { on: ['api.example'], agents: LIBRARIES, pace: 0.2, clients: 2 },
    missing(words.slice(0, 24).map((word) => `/api/v1/${word}`)),
  ),
  scan(
    'descriptions of APIs',
    { on: ['shop.example', 'notes.example'], agents: BORROWED, pace: 0.3 },
    `
    GET /swagger-ui.html
    GET /swagger/index.html
    GET /swagger/v1/swagger.json
    GET /v2/api-docs
    GET /v3/api-docs
    GET /api-docs/swagger.json
    GET /openapi.json
    GET /api/swagger.yaml
    GET /webjars/swagger-ui/index.html
    GET /api/__swagger__/
    GET /graphql
    GET /graphiql
    GET /api/graphql
    GET /v1/graphql
    GET /playground
    GET /altair`,
  ),
  scan(
    'templates of many kinds',
    { on: ['shop.example', 'board.example', 'club.example'], agents: BROWSERS, pace: 0.1, clients: 3 },
    MIXED,
  ),
  scan('templates, slow', { on: ['news.example'], agents: BROWSERS, pace: 90, clients: 1 }, MIXED),
  scan(
    'each request from another address',
    { on: ['api.example', 'shop.example'], agents: BORROWED, pace: 3, clients: 1, from: 'spread' },
    MIXED,
  ),
  scan(
    'addresses of one IPv6 network',
    { on: ['notes.example'], agents: BROWSERS, pace: 0.5, clients: 2, from: 'hops' },
    MIXED,
  ),
  scan(
    'another user agent each time',
    { on: ['library.example'], agents: [...BROWSERS, ...BORROWED, ...LIBRARIES], rotates: true, pace: 0.5 },
    MIXED,
  ),
  scan(
    'against a site with a page for everything',
    { on: ['everything.example'], agents: BROWSERS, pace: 1, answer: 200 },
    `
    GET /.env
    GET /.git/config
    GET /.aws/credentials
    GET /wp-login.php
    GET /phpinfo.php
    GET /actuator/env
    GET /backup.sql
    GET /config/database.yml
    GET /server.key
    GET /telescope/requests`,
  ),
  scan(
    'refused by a firewall',
    { on: ['shop.example', 'press.example'], agents: BORROWED, pace: 0.4, answer: 403 },
    `
    GET /.env
    GET /wp-config.php.bak
    GET /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /.git/HEAD
    GET /shell.php
    GET /?id=1%27%20UNION%20SELECT%20password%20FROM%20users--
    GET /phpmyadmin/
    GET /old/.env 429
    GET /new/.env 429`,
  ),
  scan(
    'sent to the login',
    { on: ['login.example'], agents: LIBRARIES, pace: 0.6, answer: 302 },
    `
    GET /.env
    GET /.git/config
    GET /wp-login.php
    GET /config.json
    GET /actuator/env
    GET /admin/.env
    GET /backup.zip
    GET /phpinfo.php`,
  ),
  scan(
    'refused without a token',
    { on: ['api.example'], agents: LIBRARIES, pace: 0.6, answer: 401 },
    `
    GET /api/.env
    GET /api/v1/.git/config
    GET /api/actuator/env
    GET /api/phpinfo.php
    GET /api/v1/users/../../../etc/passwd
    GET /api/debug/pprof/
    GET /api/wp-login.php`,
  ),
  scan(
    'as a crawler',
    {
      on: ['club.example', 'shop.example'],
      agents: ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
      pace: 0.5,
      clients: 2,
    },
    `
    GET /robots.txt 200
    GET /wp-content/plugins/fix/up.php
    GET /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /.env
    GET /wp-admin/css/colors/blue/about.php
    GET /upload.php
    GET /images/shell.php
    GET /cache/wso.php`,
  ),
  scan(
    'after a look at the site',
    { on: ['shop.example', 'news.example'], agents: BROWSERS, pace: 2, clients: 2 },
    `
    GET / 200
    GET /robots.txt 200
    GET /sitemap.xml 200
    GET /favicon.ico 200
    GET /about 200
    GET /.env
    GET /admin/login
    GET /.git/HEAD
    GET /api/.env
    GET /backup.zip`,
  ),
  scan(
    'scanners with a name',
    {
      on: SITES,
      rotates: false,
      pace: 1,
      clients: 6,
      agents: [
        'Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)',
        'Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:000003)',
        'sqlmap/1.8.4#stable (https://sqlmap.org)',
        'Mozilla/5.0 (compatible; Nuclei - Open-source project (github.com/projectdiscovery/nuclei))',
        'WPScan v3.8.25 (https://wpscan.com/wordpress-security-scanner)',
        'Mozilla/5.0 zgrab/0.x',
      ],
    },
    `
    GET / 200
    GET /robots.txt 200
    GET /nmaplowercheck1718000000
    GET /index.html
    OPTIONS / 204`,
  ),
  scan(
    'surveys of the internet',
    {
      on: SITES,
      pace: 30,
      clients: 6,
      agents: [
        'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
        'Expanse, a Palo Alto Networks company, searches across the global IPv4 space multiple times per day to identify customers&#39; presences on the Internet.',
        'masscan/1.3 (https://github.com/robertdavidgraham/masscan)',
        'l9explore/1.2.2',
        'Mozilla/5.0 (compatible; InternetMeasurement/1.0; +https://internet-measurement.com/)',
        'Mozilla/5.0 (l9scan/2.0; +https://leakix.net)',
      ],
    },
    `
    GET / 200
    GET /favicon.ico 200
    GET /.well-known/security.txt`,
  ),
  scan(
    'behind the address of many people',
    { on: ['shop.example'], agents: BORROWED, pace: 0.5, clients: 1 },
    MIXED,
  ),
];
