import { BROWSERS, LIBRARIES } from './agents.ts';
import { visit } from './kind.ts';

/** Web apps that are not PHP, with their users and developers. */
export const APP_VISITS = [
  visit(
    'Rails shop',
    { on: ['shop.example'], agents: BROWSERS, pace: 7, clients: 14, picks: 14 },
    `
    GET /
    GET /products?id={n}
    GET /products/{n}-{slug}
    GET /products/{n}-{slug} 404
    GET /cart
    POST /cart/items 302
    GET /users/sign_in
    POST /users/sign_in 303
    GET /assets/application-{hex}.css
    GET /rails/active_storage/blobs/redirect/{hex}/{slug}.png 302
    GET /rails/active_storage/representations/proxy/{hex}/{slug}.jpg
    GET /search?q={word}+%3C+20+euro
    GET /search?q=select+all+in+one+printer
    GET /search?q=%22{word}%22+and+1%2F2+inch
    GET /cable 101
    GET /admin/orders?status=open
    GET /sidekiq/queues
    GET /favicon.ico
    GET /robots.txt
    GET /packs/js/{word}-{hex}.js 404`,
  ),
  visit(
    'ASP.NET',
    { on: ['clinic.example'], agents: BROWSERS, pace: 6, clients: 10, picks: 14 },
    `
    GET /Default.aspx
    GET /Account/Login?ReturnUrl=%2FAdmin%2FPatients
    POST /Account/Login 302
    GET /Admin/Patients.aspx?id={n}
    GET /WebResource.axd?d={hex}&t={n}
    GET /ScriptResource.axd?d={hex}
    GET /Telerik.Web.UI.WebResource.axd?_TSM_HiddenField_=x&compress=1&_TSM_CombinedScripts_=%3b%3b
    POST /Telerik.Web.UI.DialogHandler.aspx?DialogName=ImageManager
    GET /elmah.axd
    GET /elmah.axd/detail?id={uuid}
    GET /_blazor/negotiate?negotiateVersion=1
    GET /_framework/blazor.server.js
    GET /swagger/index.html
    GET /swagger/v1/swagger.json
    GET /signin-oidc 302
    GET /bundles/{word}?v={hex} 404
    GET /Content/images/{slug}.gif 404`,
  ),
  visit(
    'app with one page',
    { on: ['spa.example', 'everything.example'], agents: BROWSERS, pace: 3, clients: 12, picks: 16 },
    `
    GET /
    GET /assets/index-{hex}.js
    GET /assets/vendor-{hex}.css
    GET /env.js
    GET /config.json
    GET /assets/config/config.prod.json
    GET /runtime-config.js
    GET /manifest.json
    GET /asset-manifest.json
    GET /service-worker.js
    GET /api/session
    GET /api/items/{n}
    GET /api/items/{n} 404
    GET /locales/de/{word}.json
    GET /admin/settings
    GET /login
    GET /dashboard/{word}`,
  ),
  visit(
    'old chunks after a deployment',
    { on: ['spa.example'], agents: BROWSERS, pace: 0.15, clients: 6, picks: 22 },
    `
    GET /assets/{word}-{hex}.js 404
    GET /assets/{word}-{hex}.css 404
    GET /static/js/{n}.{hex}.chunk.js 404
    GET /static/media/{word}.{hex}.woff2 404
    GET /assets/locale-{word}-{hex}.js 404`,
  ),
  visit(
    'source maps for the developer tools',
    { on: ['spa.example', 'notes.example'], agents: BROWSERS.slice(0, 3), pace: 0.05, clients: 5, picks: 26 },
    `
    GET /assets/{word}-{hex}.js.map 404
    GET /static/css/main.{hex}.css.map 404
    GET /_next/static/chunks/{n}-{hex}.js.map 404
    GET /js/{word}.min.js.map 404
    GET /.well-known/appspecific/com.chrome.devtools.json 404
    GET /src/components/{word}.tsx 404`,
  ),
  visit(
    'Next.js and Nuxt',
    { on: ['notes.example'], agents: BROWSERS, pace: 3, clients: 12, picks: 16 },
    `
    GET /
    GET /notes/{slug}
    GET /_next/static/{hex}/_buildManifest.js
    GET /_next/static/chunks/{n}-{hex}.js
    GET /_next/data/{hex}/notes/{slug}.json?slug={slug}
    GET /_next/data/{hex}/notes/{slug}.json 404
    GET /_next/image?url=%2Fimages%2F{slug}.jpg&w=640&q=75
    GET /_next/image?url=https%3A%2F%2Fcdn.example%2F{slug}.png&w=1080&q=75
    GET /_nuxt/entry.{hex}.js 404
    GET /{slug}/_payload.json?{hex} 404
    POST /api/auth/callback/credentials 302
    GET /api/auth/session
    GET /notes/{slug}?_rsc={hex}
    GET /search?q=%7B%7Bmustache%7D%7D+templates
    GET /hello?name={word}`,
  ),
  visit(
    'development server',
    {
      on: ['localhost:5173'],
      agents: BROWSERS.slice(0, 4),
      pace: 0.1,
      clients: 4,
      picks: 30,
      from: 'loopback',
    },
    `
    GET /
    GET /@vite/client
    GET /@id/__x00__plugin-vue:export-helper
    GET /@fs/srv/work/packages/ui/src/{word}.ts
    GET /@fs/srv/work/node_modules/vite/dist/client/env.mjs
    GET /src/{word}.tsx?t={n}
    GET /src/assets/{slug}.svg?import
    GET /src/{word}.md?raw
    GET /node_modules/.vite/deps/{word}.js?v={hex}
    GET /node_modules/.pnpm/{word}/dist/index.js.map 404
    GET /__webpack_hmr
    GET /_next/webpack-hmr 404
    GET /sockjs-node/info?t={n} 404
    GET /socket.io/?EIO=4&transport=polling&t={hex} 404
    GET /favicon.ico 404
    GET /__inspect/
    GET /{word} 404`,
  ),
  visit(
    'Django',
    { on: ['library.example'], agents: BROWSERS, pace: 5, clients: 6, picks: 14 },
    `
    GET /
    GET /admin/login/?next=/admin/
    POST /admin/login/?next=/admin/ 302
    GET /admin/auth/user/
    GET /admin/jsi18n/
    GET /static/admin/css/base.css
    GET /media/covers/{slug}.jpg 404
    GET /__debug__/render_panel/?store_id={hex}&panel_id=SQLPanel
    GET /books/{n}/
    GET /books/{n} 301
    GET /api/schema/swagger-ui/
    GET /silk/requests/
    GET /accounts/password_reset/`,
  ),
  visit(
    'Java app',
    { on: ['bank.example'], agents: BROWSERS, pace: 5, clients: 8, picks: 14 },
    `
    GET /app/login.do
    POST /app/j_security_check 302
    GET /app/account.action?id={n}
    GET /app/overview.jsp;jsessionid={hex}
    GET /app/statement!print.action?month={month}
    GET /manager/html 401
    GET /manager/html
    GET /console/login/LoginForm.jsp
    GET /app/faces/javax.faces.resource/{word}.js.xhtml?ln=primefaces
    GET /webjars/bootstrap/5.3.3/css/bootstrap.min.css
    GET /swagger-ui/index.html
    GET /v3/api-docs/swagger-config
    GET /app/help.jsp 404`,
  ),
  visit(
    'watching a Spring app',
    {
      on: ['bank.example'],
      agents: ['ReactorNetty/1.1.19', 'Java-http-client/17.0.11', 'Prometheus/2.52.0'],
      pace: 4,
      clients: 4,
      picks: 20,
      from: 'private',
    },
    `
    GET /actuator
    GET /actuator/health
    GET /actuator/env
    GET /actuator/loggers
    GET /actuator/metrics/jvm.memory.used
    GET /actuator/prometheus
    GET /actuator/mappings
    GET /actuator/heapdump
    GET /actuator/flyway 404
    GET /actuator/liquibase 404
    GET /actuator/httptrace 404
    GET /actuator/sessions 404`,
  ),
  visit(
    'tools of a team',
    { on: ['ops.example'], agents: BROWSERS, pace: 2, clients: 8, picks: 20 },
    `
    GET /grafana/api/datasources/proxy/1/api/v1/query?query=up
    GET /grafana/public/plugins/alertlist/module.js
    GET /jenkins/job/{word}/build?delay=0sec 405
    GET /jenkins/script
    GET /jenkins/login?from=%2F
    GET /jenkins/asynchPeople/
    GET /kibana/app/discover
    GET /solr/admin/cores?wt=json
    GET /solr/products/select?q=*:*&wt=json
    GET /nexus/service/rest/v1/status
    GET /sonarqube/api/issues/search?componentKeys={word}
    GET /server-status?refresh=5
    GET /phpinfo.php
    GET /portainer/api/endpoints/1/docker/containers/json?all=1
    GET /graphql
    GET /jira/secure/Dashboard.jspa
    GET /confluence/pages/viewpage.action?pageId={n}
    GET /airflow/api/v1/dags
    GET /grafana/avatar/{hex} 404`,
  ),
  visit(
    'services that search',
    {
      on: ['search.internal:9200'],
      agents: ['elasticsearch-py/8.13.0 (Python/3.11.9; elastic-transport/8.13.0)', ...LIBRARIES],
      pace: 0.5,
      clients: 4,
      picks: 20,
      from: 'private',
    },
    `
    POST /products/_search
    GET /_cat/indices?v
    GET /_cluster/health
    GET /_nodes/stats
    HEAD /logs-{year}.{month}.{digit} 404
    POST /_bulk
    GET /products/_doc/{n} 404
    GET /_search?pretty`,
  ),
  visit(
    'a blog on security',
    {
      on: ['secblog.example'],
      agents: [...BROWSERS, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
      pace: 8,
      clients: 10,
      picks: 10,
    },
    `
    GET /
    GET /posts/what-to-do-when-your-.env-leaks/
    GET /posts/wp-config.php-explained/
    GET /posts/phpunit-eval-stdin.php-cve-2017-9841
    GET /posts/log4shell-jndi-ldap-in-the-wild
    GET /posts/etc-passwd-and-other-classics/
    GET /tags/sql-injection/
    GET /tags/xmlrpc.php/
    GET /search?q=%2Fetc%2Fpasswd
    GET /search?q=union+select
    GET /search?q=how+to+block+.env+scans
    GET /search?q=%3Cscript%3E+tag+csp
    GET /downloads/wordlist.txt
    GET /files/shell.php.txt
    GET /posts/{slug}/ 404`,
  ),
  visit(
    'logged-in pages',
    { on: ['login.example'], agents: BROWSERS, pace: 3, clients: 8, picks: 12 },
    `
    GET / 302
    GET /login
    POST /login 302
    GET /dashboard
    GET /reports/{n}
    GET /admin/users 403
    GET /favicon.ico 302
    GET /apple-touch-icon.png 302
    GET /reports/{slug} 302`,
  ),
];
