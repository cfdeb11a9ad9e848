import { type Kind, scan } from '../second/kind.ts';
import { DISGUISES } from './agents.ts';
import { BARE, DJANGO, LARAVEL, NEWS, NEXT, OLDPHP, RAILS, REST, SPA, STATIC, WORDPRESS } from './sites.ts';

// Tools and their word lists.

export const WORD_SCANS: readonly Kind[] = [
  scan(
    'gobuster with a common word list',
    { on: [RAILS, DJANGO], agents: ['gobuster/3.6'], clients: 2, pace: 0.05 },
    `
    GET /0f6b1f6e-51d8-4a5f-9a87-3a1b6a5f6c11
    GET /.bash_history
    GET /.cvs
    GET /.htaccess
    GET /0
    GET /2006
    GET /abc
    GET /access
    GET /account
    GET /adm
    GET /admin1
    GET /administrator
    GET /ajax
    GET /analytics
    GET /backup
    GET /bin
    GET /blogs
    GET /cache
    GET /cgi-bin/
    GET /classes
    GET /client
    GET /conf
    GET /console
    GET /controlpanel
    GET /data
    GET /db
    GET /debug
    GET /dev
    GET /dump
    GET /files
    GET /ftp
    GET /hidden
    GET /include
    GET /install
    GET /logs
    GET /old
    GET /phpmyadmin
    GET /private
    GET /secret
    GET /temp
    GET /upload
    GET /users.txt
    GET /webadmin`,
  ),
  scan(
    'ffuf, called a browser, with folders that might hold an API',
    { on: [REST, LARAVEL], agents: [DISGUISES[8] as string], clients: 2, pace: 0.08 },
    `
    GET /api/v1/admin
    GET /api/v1/users/all
    GET /api/internal
    GET /api/private
    GET /api/debug
    GET /api/config
    GET /api/keys
    GET /api/tokens
    GET /api/v2/admin
    GET /api/v3
    GET /api/old
    GET /api/beta
    GET /api/dev
    GET /api/test
    GET /api/backup
    GET /api/export
    GET /api/dump
    GET /api/logs
    GET /api/metrics
    GET /api/shell
    GET /api/exec
    GET /api/console
    GET /api/secrets
    GET /api/env
    GET /api/graphql
    GET /api/root
    GET /api/jwt`,
  ),
  scan(
    'feroxbuster with endings',
    { on: [OLDPHP], agents: ['feroxbuster/2.10.3'], clients: 1, pace: 0.05 },
    `
    GET /admin.php
    GET /admin.bak
    GET /admin.old
    GET /login.php 200
    GET /login.bak
    GET /config.php 403
    GET /config.old
    GET /config.txt
    GET /test.php
    GET /test.txt
    GET /users.php
    GET /users.bak
    GET /upload.php
    GET /uploader.php
    GET /backup.php
    GET /backup.tar
    GET /panel.php
    GET /portal.php
    GET /cpanel
    GET /intranet.php
    GET /staging
    GET /setup.php
    GET /install.php
    GET /readme.txt
    GET /changelog.txt`,
  ),
  scan(
    'dirsearch at a single-page app that answers everything',
    { on: [SPA], agents: [DISGUISES[9] as string], clients: 1, pace: 0.1, answer: 200 },
    `
    GET /.htaccess.bak
    GET /.config/filezilla/sitemanager.xml
    GET /!.gitignore
    GET /%2e%2e//google.com 400
    GET /.bash_profile
    GET /.mysql_history
    GET /.passwd
    GET /adminer.php
    GET /cgi-bin/printenv.pl
    GET /db.sqlite3
    GET /etc/passwd
    GET /phpinfo.php
    GET /server-info
    GET /web.config
    GET /wp-config.php.bak`,
  ),
  scan(
    'nuclei, with another agent each time',
    { on: [NEXT, NEWS], agents: DISGUISES, rotates: true, clients: 2, pace: 0.1 },
    `
    GET /CFIDE/administrator/index.cfm
    GET /api/v1/settings/bucket/connector
    GET /sap/public/info
    GET /.well-known/openid-configuration
    GET /wp-content/plugins/duplicator/readme.txt
    GET /plesk-stat/
    GET /solr/
    GET /axis2/services/listServices
    GET /rest/api/latest/serverInfo
    GET /zabbix.php?action=dashboard.view
    GET /minio/health/live
    GET /login?next=%2F%2Finteract.example
    GET /?redirect=//interact.example/%2f.. 200
    GET /kibana/app/kibana
    GET /hudson/script
    GET /api/jsonws/invoke
    GET /nagios/side.php
    GET /magento_version
    GET /ganglia/
    GET /phpldapadmin/index.php`,
  ),
  scan(
    'nuclei that says so',
    {
      on: [STATIC],
      agents: ['Nuclei - Open-source project (github.com/projectdiscovery/nuclei)'],
      clients: 1,
      pace: 0.1,
    },
    `
    GET / 200
    GET /2p7kQz9bLm
    GET /robots.txt 200
    GET /.git/config
    GET /crossdomain.xml
    GET /security.txt
    GET /xmlrpc.php
    GET /rails/info/properties
    GET /app/kibana
    GET /%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd 400`,
  ),
  scan(
    'Nikto',
    {
      on: [OLDPHP],
      agents: ['Mozilla/5.00 (Nikto/2.1.6) (Evasions:None) (Test:map_codes)'],
      clients: 1,
      pace: 0.1,
    },
    `
    GET /5mH8xQ2k.php
    GET /5mH8xQ2k.asp
    GET /5mH8xQ2k.cgi
    GET /5mH8xQ2k.inc+
    GET /clientaccesspolicy.xml
    GET /cgi-bin/handler
    GET /scripts/samples/search/webhits.exe
    GET /postnuke/My_eGallery/public/displayCategory.php
    GET /webcgi/finger
    GET /cgi-914/
    GET /bin/%3Cscript%3Ealert('Vulnerable')%3C/script%3E
    TRACE / 405
    GET /?=PHPB8B5F2A0-3C92-11d3-A3A9-4C7B08C10000 200`,
  ),
  scan(
    'WPScan of a WordPress',
    {
      on: [WORDPRESS[1] as string],
      agents: ['WPScan v3.8.25 (https://wpscan.com/wordpress-security-scanner)'],
      clients: 1,
      pace: 0.15,
    },
    `
    GET / 200
    GET /wp-content/debug.log
    GET /wp-content/uploads/ 403
    GET /wp-content/backup-db/
    GET /wp-content/uploads/dump.sql
    GET /searchreplacedb2.php
    GET /emergency.php
    GET /wp-content/mu-plugins/
    GET /wp-config.php_bak
    GET /wp-config.php.swo
    GET /wp-config.original
    GET /installer-log.txt
    GET /wp-content/uploads/duplicator_lite_backup/`,
  ),
  scan(
    'the network mapper asks what this is',
    {
      on: BARE,
      agents: ['Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)'],
      clients: 2,
      pace: 0.3,
    },
    `
    GET /nmaplowercheck1763340117
    POST /sdk
    GET /HNAP1
    GET /evox/about
    GET /.git/HEAD
    PROPFIND / 405
    GET /NmapUpperCheck1763340117`,
  ),
];
