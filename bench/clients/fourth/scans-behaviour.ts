import { type Kind, scan } from '../second/kind.ts';
import { BINGBOT, DISGUISES, GOOGLEBOT, SCRIPTS } from './agents.ts';
import {
  BARE,
  DJANGO,
  LARAVEL,
  NEWS,
  NEXT,
  OLDPHP,
  PLAIN,
  RAILS,
  STATIC,
  STRICT,
  WORDPRESS,
} from './sites.ts';

// Recognised by how they ask: slowly, from everywhere, in disguise.

export const BEHAVIOUR_SCANS: readonly Kind[] = [
  scan(
    'one probe each, from a network of stolen machines',
    {
      on: [...STRICT, ...WORDPRESS],
      agents: [...DISGUISES, ...SCRIPTS],
      from: 'spread',
      rotates: true,
      clients: 6,
      pace: 700,
      picks: 12,
    },
    `
    GET /.env
    GET /.git/config
    GET /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    POST /boaform/admin/formLogin
    GET /.aws/credentials
    GET /actuator/gateway/routes
    GET /owa/auth/logon.aspx
    GET /solr/admin/info/system
    GET /wp-content/plugins/wp-file-manager/readme.txt
    GET /phpinfo.php
    GET /cgi-bin/luci/;stok=/locale
    GET /hudson
    GET /manager/html
    GET /.env.production
    GET /_ignition/execute-solution
    GET /developmentserver/metadatauploader
    GET /ReportServer
    GET /autodiscover/autodiscover.json?@zdi/Powershell
    GET /jars
    GET /.svn/wc.db`,
  ),
  scan(
    'a slow scan, one question in several minutes',
    { on: [STATIC, RAILS], agents: [DISGUISES[9] as string, DISGUISES[8] as string], clients: 2, pace: 420 },
    `
    GET / 200
    GET /.git/config
    GET /backup.zip
    GET /.env
    GET /phpmyadmin/
    GET /wp-login.php
    GET /server-status
    GET /config.php.bak
    GET /dump.sql
    GET /.ssh/id_rsa
    GET /debug/pprof/`,
  ),
  scan(
    'a false Googlebot after shells and secrets',
    { on: [OLDPHP, ...WORDPRESS], agents: [GOOGLEBOT], clients: 3, pace: 0.6 },
    `
    GET /wp-content/plugins/fix/up.php
    GET /.env
    GET /wp-admin/user/wp-conflg.php
    GET /shell20211028.php
    GET /wp-includes/fonts/about.php
    GET /alfacgiapi/perl.alfa
    GET /ALFA_DATA/alfacgiapi/bash.alfa
    GET /wp-content/uploads/wpr-addons/forms/b1ack.php`,
  ),
  scan(
    'a false Bingbot after backups',
    {
      on: [NEWS, DJANGO],
      agents: [
        BINGBOT,
        'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
      ],
      clients: 2,
      pace: 1.1,
    },
    `
    GET /backup.tar.gz
    GET /wwwroot.zip
    GET /data.rar
    GET /db.zip
    GET /root.tar.gz
    GET /index.zip
    GET /.env.bak
    GET /web.tar
    GET /archive.sql`,
  ),
  scan(
    'a scan from a changing address within one network',
    { on: [LARAVEL, NEXT], agents: DISGUISES, rotates: true, from: 'hops', clients: 2, pace: 2 },
    `
    GET /.env
    GET /api/.env
    GET /.git/HEAD
    GET /phpinfo.php
    GET /.aws/credentials
    GET /storage/logs/laravel.log
    GET /config/app.php.bak
    GET /adminer.php
    GET /vendor/composer/installed.json
    GET /database.sqlite`,
  ),
  scan(
    'a scanner sent on to the secure address',
    {
      on: BARE,
      agents: ['Mozilla/5.0 zgrab/0.x', 'Mozilla/5.0 (compatible; Odin; https://docs.getodin.com/)'],
      answer: 301,
      clients: 2,
      pace: 5,
    },
    `
    GET /.git/config
    GET /.env
    GET /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /remote/login
    GET /owa/auth/logon.aspx
    GET /cgi-bin/authLogin.cgi`,
  ),
  scan(
    'a look at the site first, then for its admin pages',
    {
      on: PLAIN,
      agents: [DISGUISES[8] as string, DISGUISES[9] as string, DISGUISES[3] as string],
      clients: 3,
      pace: 0.8,
    },
    `
    GET / 200
    GET /favicon.ico 200
    GET /admin/login.php
    GET /administrator/index.php
    GET /admin.asp
    GET /admincp/login.php
    GET /cms/admin
    GET /manage/login.jsp
    GET /user/login.aspx
    GET /bitrix/admin/index.php
    GET /typo3/install.php
    GET /wp-login.php
    GET /cpanel
    GET /webdav/
    GET /dede/login.php
    GET /e/admin/index.php`,
  ),
];
