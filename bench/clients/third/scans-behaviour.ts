import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED, LIBRARIES, PHONES, SCANNING } from './agents.ts';

/** Scanners whose requests look harmless one by one, or that hide among others. */
export const BEHAVIOUR_SCANS = [
  scan(
    'a scan from a /64, each request from another address',
    { on: ['api.northpier.example'], agents: FAKED, clients: 1, from: 'hops', rotates: true, pace: 4 },
    `
    GET /.env.dev
    GET /admin/.env
    GET /.git/config
    GET /info.php
    GET /backup.zip
    GET /wp-config.php.bak
    GET /_profiler/phpinfo
    GET /.aws/credentials
    GET /actuator/env
    GET /config.json
    GET /telescope/requests
    GET /debug/pprof/heap
    GET /.vscode/sftp.json
    GET /server-status
    `,
  ),
  scan(
    'a slow scan, one request in six minutes',
    { on: ['shop.kessler-moebel.example'], agents: [BROWSERS[0] as string], clients: 1, pace: 360 },
    `
    GET /.git/config
    GET /wp-login.php
    GET /.env
    GET /phpmyadmin/
    GET /administrator/
    GET /xmlrpc.php
    GET /backup.sql
    GET /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /solr/
    GET /cgi-bin/luci
    `,
  ),
  scan(
    'a look at the front page, then at what matters',
    { on: ['www.oakridge-cycles.example', 'sv-altental.example'], agents: [...BROWSERS, ...PHONES], pace: 1 },
    `
    GET /.env
    GET / 200
    GET /favicon.ico 200
    GET /.git/config
    GET /config.env
    GET /robots.txt 200
    GET /sitemap.xml
    GET /.well-known/security.txt
    GET /.DS_Store
    GET /login.action
    GET /s/3313e2130323e2430313e26393/_/;/META-INF/maven/com.atlassian.jira/jira-webapp-dist/pom.properties
    GET /v2/_catalog
    GET /debug/default/view?panel=config
    GET /ecp/Current/exporttool/microsoft.exchange.ediscovery.exporttool.application
    GET /?rest_route=/wp/v2/users/
    GET /server-status
    GET /.vscode/sftp.json
    GET /info.php
    `,
  ),
  scan(
    'a scan that changes its browser with each request',
    {
      on: ['tickets.northpier.example', 'www.tiny-looms.example'],
      agents: [...BROWSERS, ...PHONES, ...FAKED],
      rotates: true,
    },
    `
    GET /.env.backup
    GET /storage/.env
    GET /prod/.env
    GET /.envrc
    GET /sendgrid.env
    GET /mailer/.env
    GET /config/aws.yml
    GET /smtp.json
    GET /twilio/.secret
    GET /stripe_keys.txt
    GET /.env_sample
    GET /main/.env
    `,
  ),
  scan(
    'a scanner that calls itself a search engine',
    {
      on: ['www.brookfield-dental.example', 'www.mossbank.example'],
      agents: [
        'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      ],
      pace: 1,
    },
    `
    GET /.env
    GET /wp-content/plugins/WordPressCore/include.php
    GET /wp-includes/class-wp-http-netfilter.php
    GET /.git/config
    GET /filemanager.php
    GET /alfanew.php
    GET /about.php7
    GET /simple.php?f=/etc/passwd
    `,
  ),
  scan(
    'sites behind a firewall that refuses everything',
    {
      on: ['secure.plumline.example', 'intern.bergwacht-nord.example'],
      agents: LIBRARIES,
      answer: 403,
      pace: 0.5,
    },
    `
    GET /.env
    GET /.git/config
    GET /wp-config.php
    GET /phpinfo.php
    GET /cgi-bin/
    GET /backup.sql
    GET /.htaccess
    GET /admin/config.php
    GET /_all_dbs
    GET /etc/passwd
    `,
  ),
  scan(
    'sites that send every stranger to the login',
    { on: ['crew.harrow.example', 'forms.eastmarsh.example'], agents: FAKED, answer: 302, pace: 0.8 },
    `
    GET /.env
    GET /.git/HEAD
    GET /wp-admin/install.php
    GET /api/v1/pods
    GET /actuator/heapdump
    GET /phpmyadmin/index.php
    GET /owa/auth/logon.aspx
    GET /boaform/admin/formLogin
    GET /autodiscover/autodiscover.json?@zdi/Powershell
    `,
  ),
  scan(
    'a port scan that greets every web server',
    {
      on: ['203.0.113.71', '198.51.100.23', 'gw.nordkap-reisen.example'],
      agents: SCANNING,
      clients: 3,
      pace: 0.6,
    },
    `
    OPTIONS / 405
    GET /nice%20ports%2C/Tri%6Eity.txt%2ebak
    GET /HNAP1
    POST /sdk
    GET /evox/about
    GET /nmaplowercheck1794561123
    GET /NmapUpperCheck1794561123
    PROPFIND / 405
    GET /.git/HEAD
    `,
  ),
  scan(
    'a scanner in an office, behind the address of everybody there',
    {
      on: ['wiki.eastmarsh.example'],
      agents: ['ZAP/2.15.0', 'Fuzz Faster U Fool v2.1.0-dev'],
      clients: 1,
      pace: 0.3,
    },
    `
    GET /WEB-INF/applicationContext.xml
    GET /.hg
    GET /.bzr/README
    GET /_framework/blazor.boot.json.bak
    GET /latest/meta-data/hostname
    GET /elmah
    GET /.php_cs.cache
    GET /actuator/threaddump
    GET /~root
    GET /vim_settings.xml
    GET /key.pem
    GET /sitemanager.xml
    GET /filezilla.xml
    GET /lfm.php
    GET /app.rb~
    `,
  ),
] as const;
