import { BROWSERS, CRAWLERS, type OrdinaryKind, TOOLS } from './ordinary-kind.ts';

/** Honest clients whose requests look odd. */
export const CLIENTS: readonly OrdinaryKind[] = [
  {
    name: 'well-known files',
    agents: [
      ...BROWSERS,
      ...CRAWLERS,
      "Mozilla/5.0 (compatible; Let's Encrypt validation server; +https://www.letsencrypt.org)",
    ],
    perClient: 16,
    requests: `/robots.txt 404\n/sitemap.xml 404\n/sitemap_index.xml 404\n/favicon.ico 404\n/apple-touch-icon.png 404\n/apple-touch-icon-precomposed.png 404
/apple-touch-icon-120x120.png 404\n/.well-known/security.txt 404\n/security.txt 404\n/ads.txt 404\n/app-ads.txt 404\n/humans.txt 404\n/browserconfig.xml 404
/manifest.json 404\n/.well-known/apple-app-site-association 404\n/apple-app-site-association 404\n/.well-known/assetlinks.json 404\n/.well-known/change-password 404
/.well-known/openid-configuration 404\n/.well-known/traffic-advice 404\n/.well-known/dnt-policy.txt 404\n/.well-known/mta-sts.txt 404\n/.well-known/nodeinfo 404
/.well-known/webfinger?resource=acct:a@b.example 404\n/.well-known/host-meta 404\n/.well-known/matrix/client 404\n/.well-known/acme-challenge/{h} 200\n/llms.txt 404
/.well-known/acme-challenge/{h} 404\n/.well-known/gpc.json 404\n/.well-known/pki-validation/fileauth.txt 404\n/crossdomain.xml 404\n/opensearch.xml 404
/.well-known/appspecific/com.chrome.devtools.json 404\n/.well-known/oauth-authorization-server 404\n/.well-known/passkey-endpoints 404\n/ai.txt 404\n/sellers.json 404`,
  },
  {
    name: 'site that was a wordpress',
    agents: [...BROWSERS, ...CRAWLERS, 'Feedly/1.0 (+http://www.feedly.com/fetcher.html)'],
    requests: `/wp-content/uploads/2018/03/{w}.jpg 404\n/wp-content/uploads/2016/11/{w}-300x200.png 404\n/feed/ 404\n/comments/feed/ 404\n/?p={n} 200\n/category/{w}/ 404
/tag/{w}/ 404\n/2017/05/{w}/ 404\n/wp-content/themes/{w}/style.css 404\n/wp-includes/js/wp-embed.min.js 404\n/author/{w}/ 404\n/page/{n}/ 404\n/{w}/ 301
/wp-content/plugins/{w}/style.css 404\n/wp-content/uploads/{w}.pdf 404\n/ 200\n/{w} 200\n/wp-content/cache/min/1/{h}.js 404\n/wp-includes/css/dist/block-library/style.min.css 404`,
  },
  {
    name: 'author of a site that was a wordpress',
    agents: BROWSERS,
    perClient: 3,
    requests: '/wp-admin 404\n/wp-login.php 404\n/ 200\n/wp-admin/ 404\n/{w}/ 200\n/login 200',
  },
  {
    name: 'site that was written in something else',
    agents: [...BROWSERS, ...CRAWLERS],
    requests: `/index.php 404\n/index.html 404\n/default.aspx 404\n/products.asp?id={n} 404\n/{w}.html 404\n/{w}.php?id={n} 404\n/contact.php 301\n/cgi-bin/{w}.pl 404
/news/{w}.jsp 404\n/forum/viewtopic.php?t={n} 404\n/home.do 404\n/gallery/{w}.htm 404\n/node/{n} 404\n/index.cfm?page={w} 404\n/{w} 200\n/ 200`,
  },
  {
    name: 'crawlers with old addresses',
    agents: CRAWLERS,
    perClient: 40,
    gap: 3,
    requests: `/{w} 404\n/{w}/{w} 404\n/{w}.html 404\n/blog/{w} 404\n/blog/{w} 200\n/tag/{w} 404\n/products/{w} 410\n/docs/{n}.{n}/{w} 404\n/robots.txt 200\n/sitemap.xml 200
/forum/{w}-{n} 404\n/print/{n} 404\n/amp/{w} 404\n/m/{w} 404\n/en/{w} 301\n/users/{w} 404`,
  },
  {
    name: 'link checkers and archives',
    agents: [
      'Mozilla/5.0 (compatible; LinkChecker/10.4; +https://linkchecker.github.io/linkchecker/)',
      'W3C-checklink/5.0.0 libwww-perl/6.77',
      'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
      'lychee/0.16.1',
    ],
    perClient: 30,
    gap: 0.5,
    requests: `HEAD /{w} 404\nHEAD /{w}/{w} 404\nHEAD / 200\nGET /{w} 404\nHEAD /docs/{w} 404\nHEAD /docs/{w} 200\nHEAD /{w}.pdf 404\nHEAD /about/{w} 200\nHEAD /team/{w} 404
HEAD /press/{w} 404\nHEAD /jobs/{n} 410\nHEAD /img/{w}.png 404`,
  },
  {
    name: 'feed readers',
    agents: [
      'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 16 subscribers)',
      'NetNewsWire (RSS Reader; https://netnewswire.com/)',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.2.0',
      'FreshRSS/1.27.0 (Linux; https://freshrss.org)',
      'Tiny Tiny RSS/24.09 (https://tt-rss.org/)',
    ],
    requests: `/feed.xml 200\n/feed.xml 304\n/rss 404\n/rss.xml 404\n/atom.xml 404\n/index.xml 404\n/feed 404\n/feed/ 404\n/blog/feed 404\n/blog/rss.xml 404\n/?feed=rss2 200
/feeds/posts/default 404\n/favicon.ico 404\n/feed.json 404`,
  },
  {
    name: 'monitors',
    agents: [
      'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
      'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
      'ELB-HealthChecker/2.0',
      'GoogleHC/1.0',
      'Uptime-Kuma/1.23.16',
      'Better Uptime Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
      'Blackbox Exporter/0.25.0',
      'StatusCake_Pagespeed_Indev',
      'Amazon-Route53-Health-Check-Service (ref 1; report http://amzn.to/1vsZADi)',
      'Datadog/Synthetics',
      'check_http/v2.3 (monitoring-plugins 2.3)',
    ],
    gap: 30,
    requests: `/ 200\nHEAD / 200\n/health 200\n/healthz 200\n/ping 200\n/status 200\n/health 503\n/ 502\nHEAD / 301\n/wp-login.php 200\n/api/health 404\n/up 200\n/login 200`,
  },
  {
    name: 'articles about attacks',
    agents: [...BROWSERS, ...CRAWLERS],
    requests: `/blog/how-to-protect-.env-files 200\n/docs/phpmyadmin 200\n/posts/wp-login-php-brute-force 200\n/search?q=union+select 200\n/search?q=etc/passwd 200\n/wiki/.git 200
/search?q=script+alert 200\n/tags/.htaccess 200\n/blog/xmlrpc.php-explained 200\n/wiki/Etc/passwd 200\n/questions/{n}/what-is-wp-config-php-bak 200\n/search?q=.env 200
/search?q=../relative+paths 200\n/search?q=%3Cimg%3E+tag 200\n/search?q=select+from+where 200\n/docs/actuator/env 200\n/guide/cgi-bin 404\n/blog/phpinfo 404
/search?q=drop+table+users 200\n/docs/config/database.yml 200\n/search?q=log4j+jndi+ldap 200\n/blog/2024/dockerfile-best-practices 200\n/search?q=%27or%27+operator 200
/search?q=order+by+price 200\n/questions/{n}/how-to-hide-server-status 200\n/search?q=javascript:void 200\n/blog/web-shells-alfa-php 404`,
  },
  {
    name: 'source code host',
    agents: [...BROWSERS, 'git/2.51.0', 'git/2.51.0 (Apple Git-155)'],
    requests: `/team/shop.git/info/refs?service=git-upload-pack 200\n/team/shop.git/info/refs?service=git-upload-pack 401\nPOST /team/shop.git/git-upload-pack 200
/team/shop/blob/main/.env.example 200\n/team/shop/raw/main/.github/workflows/ci.yml 200\n/team/shop/tree/main/.vscode 200\n/team/shop/blob/main/docker-compose.yml 200
/team/{w}.git/info/refs?service=git-receive-pack 404\n/team/shop/blob/main/wp-config.php.bak 404\n/team/shop/raw/main/package-lock.json 200\n/team/shop/blob/dev/.env 404
/team/shop/commits/main/config/database.yml 200\n/team/shop/blame/main/Dockerfile 200\n/team/shop/src/branch/main/.gitlab-ci.yml 200\n/team/{w} 404\n/team/shop/edit/main/.npmrc 200`,
  },
  {
    name: 'package registry',
    agents: [
      'npm/11.6.0 node/v26.10.0 linux x64',
      'pnpm/10.1.0 npm/? node/v24.9.0 linux x64',
      'pip/25.2',
      'Composer/2.8 (Linux)',
      'Maven/3.9',
    ],
    perClient: 30,
    gap: 0.1,
    requests: `/{w} 404\n/{w} 200\n/@types%2f{w} 404\n/@types%2f{w} 200\n/{w}/-/{w}-{n}.{n}.0.tgz 200\n/{w}/-/{w}-{n}.{n}.0.tgz 404\n/simple/{w}/ 200\n/simple/{w}/ 404
/npm/{w}@{n}/package.json 200\n/p2/{w}/{w}.json 404\n/p2/{w}/{w}.json 200\n/maven2/org/{w}/{n}.{n}/{w}.pom 404\n/maven2/org/{w}/{n}.{n}/{w}.jar 200\n/-/ping 200
POST /-/npm/v1/security/advisories/bulk 404\n/maven2/org/{w}/maven-metadata.xml 404`,
  },
  {
    name: 'calendars, files and mail programs',
    agents: [
      'Mozilla/5.0 (Linux) mirall/3.14.1 (Nextcloud)',
      'macOS/15.6 (24G84) dataaccessd/1.0',
      'Microsoft-WebDAV-MiniRedir/10.0.26100',
      'Microsoft Office Protocol Discovery',
      'DAVx5/4.4.4 (2025/08/01; dav4jvm; okhttp/4.12.0) Android/15',
      'Thunderbird/140.2.0 CalDAV',
    ],
    requests: `PROPFIND /remote.php/dav/files/anna/ 207\nPROPFIND / 405\nOPTIONS / 200\nOPTIONS /documents 404\nPROPFIND /documents 404\nPROPFIND /.well-known/caldav 301
PROPFIND /.well-known/carddav 404\nREPORT /remote.php/dav/calendars/anna/{w}/ 207\n/status.php 200\n/status.php 404\nHEAD /documents/{w}.docx 200\nPROPFIND /principals/ 404
/autodiscover/autodiscover.xml 404\nPOST /autodiscover/autodiscover.xml 404\n/.well-known/autoconfig/mail/config-v1.1.xml 404\n/mail/config-v1.1.xml 404
LOCK /documents/{w}.docx 405\nPROPFIND /calendar/dav/anna/user/ 404\n/ocs/v2.php/cloud/capabilities 404\nPOST /Microsoft-Server-ActiveSync 404`,
  },
  {
    name: 'webhooks',
    agents: [
      'GitHub-Hookshot/3f7d2a1',
      'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Slackbot 1.0 (+https://api.slack.com/robots)',
      'Shopify-Captain-Hook',
      'PayPal/AUHR-1.0',
    ],
    gap: 60,
    requests: `POST /webhooks/github 200\nPOST /webhooks/stripe 200\nPOST /webhooks/stripe 400\nPOST /hooks/{h} 404\nPOST /api/hooks/{n} 404\nPOST /slack/events 200\nPOST /paypal/ipn.php 404
POST /integrations/{w}/callback 404\nPOST /webhooks/{w} 401\nPOST /webhook.php 404\nPOST /payment/notify 500`,
  },
  {
    name: 'odd clients and pasted links',
    agents: [
      '',
      'Mozilla/5.0',
      'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1',
      'w3m/0.5.3',
      'Dillo/3.1',
      'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)',
      '-',
      ...BROWSERS,
    ],
    requests: `/ 200\n/{w}) 404\n/{w}, 404\n/{w}%20 404\n/{w}%22 404\n/&amp; 404\n/%E2%80%9D 404\n/undefined 404\n/null 404\n/[object%20Object] 404\n/images/undefined 404\n/{w}/NaN 404
/%7B%7Burl%7D%7D 404\n//{w} 404\n/{w}.html%3Futm_source=x 404\n/http://shop.example/{w} 404\n/{w}#top 200\n/{w}/../about 200\n/$%7Bpath%7D 404\n/{w}?q=100%25 400
/{w}…/ 404\n/%F0%9F%98%80 404\n/{w}/{w}/index.html 404\n/logn 404\n/abuot 404\n/contact-us. 404\n/en/undefined/{w} 404`,
  },
  {
    name: 'developers looking for the documentation of an api',
    agents: [...BROWSERS, 'curl/8.14.1', 'PostmanRuntime/7.46.1', 'insomnia/11.0'],
    perClient: 6,
    requests: `/docs 404\n/api-docs 404\n/swagger.json 404\n/openapi.json 404\n/graphql 404\n/api 404\n/api/docs 404\n/swagger 404\n/ 200\n/v1 404\n/api/v1 404\n/health 200
/api/openapi.json 404\n/swagger-ui 404\n/redoc 404`,
  },
  {
    name: 'users of language models',
    agents: ['OpenAI/Python 1.99.0', 'claude-code/2.0 (external, cli)', 'python-httpx/0.28.1', 'node'],
    requests: `POST /v1/chat/completions 200\n/v1/models 200\n/v1/models 404\nPOST /mcp 200\n/mcp 405\n/sse 404\n/.well-known/oauth-protected-resource 404\n/.well-known/oauth-protected-resource/mcp 404
POST /register 404\n/.well-known/oauth-authorization-server/mcp 404\n/.well-known/openid-configuration/mcp 404\nDELETE /mcp 405\nPOST /v1/embeddings 200`,
  },
  {
    name: 'development on this machine',
    ip: '127.0.0.1',
    agents: [...BROWSERS, 'curl/8.14.1', 'vitest', 'node'],
    perClient: 30,
    gap: 0.5,
    requests: `/ 200\n/{w} 404\n/{w}/{w} 404\n/api/{w} 404\n/api/{w} 500\nPOST /api/{w} 404\n/admin 404\n/config 404\n/test 404\n/debug 404\n/index.html 404\n/users 404\n/login 404\n/users/{n} 200
/backup 404\n/upload 404\n/data 404\n/graphql 404\n/health 404\n/metrics 404`,
  },
  {
    name: 'visitors behind a proxy that is not trusted',
    ip: '10.4.0.9',
    agents: [...BROWSERS, ...TOOLS, ...CRAWLERS],
    perClient: 30,
    gap: 0.2,
    requests: `/ 200\n/{w} 404\n/{w} 404\n/{w}/{w} 404\n/{w}.html 404\n/p/{w} 200\n/login 200\n/old/{w} 404\n/news/{w} 404\n/{w}/{n} 404\n/index.php 404\n/about 200`,
  },
];
