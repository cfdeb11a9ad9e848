import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED } from './agents.ts';

const GUESSED = `
    GET /_admin
    GET /adm
    GET /administration
    GET /backoffice
    GET /bak
    GET /cms
    GET /controlpanel
    GET /customers
    GET /dbase
    GET /debug
    GET /demo
    GET /dev
    GET /export
    GET /ftp
    GET /hidden
    GET /home2
    GET /inc
    GET /internal
    GET /intranet
    GET /logs
    GET /mail
    GET /master
    GET /mgmt
    GET /monitoring
    GET /new
    GET /old
    GET /orders
    GET /passwords
    GET /private
    GET /restricted
    GET /root
    GET /scripts
    GET /secret
    GET /secure
    GET /server
    GET /setup
    GET /site2
    GET /staff
    GET /stats
    GET /sysadmin
    GET /temp
    GET /test1
    GET /tmp
    GET /upload
    GET /users
    GET /webadmin
    GET /webmail
    GET /wwwroot
    GET /xml
    GET /zip
`;

/** Scanners that go through a list, whose lines look harmless one by one. */
export const WORD_SCANS = [
  scan(
    'a list of words, fast',
    {
      on: ['www.mossbank.example', 'kunst.vogelsang.example'],
      agents: ['gobuster/3.6', 'feroxbuster/2.10.4'],
      pace: 0.05,
    },
    GUESSED,
  ),
  scan(
    'an API guessed route by route, by a browser that is none',
    { on: ['api.northpier.example'], agents: BROWSERS, clients: 1, pace: 0.2 },
    `
    GET /api/v1/admin
    GET /api/v1/admin/users
    GET /api/v1/accounts
    GET /api/v1/backup
    GET /api/v1/config
    GET /api/v1/credentials
    GET /api/v1/debug
    GET /api/v1/dump
    GET /api/v1/env
    GET /api/v1/export
    GET /api/v1/internal
    GET /api/v1/keys
    GET /api/v1/logs
    GET /api/v1/members
    GET /api/v1/oauth/clients
    GET /api/v1/passwords
    GET /api/v1/private
    GET /api/v1/roles
    GET /api/v1/secrets
    GET /api/v1/settings
    GET /api/v1/shell
    GET /api/v1/system
    GET /api/v1/tokens
    GET /api/v1/upload
    GET /api/v2/admin
    GET /api/v2/users
    GET /api/v3/users
    GET /api/admin/login
    GET /api/debug/vars
    GET /api/private/users
    GET /rest/v1/admin
    GET /internal/api/users
    `,
  ),
  scan(
    'a list of words with endings',
    { on: ['www.lindqvist-bygg.example', 'bib.vogelsang.example'], agents: FAKED, pace: 0.2 },
    `
    GET /admin.php
    GET /admin.asp
    GET /admin.jsp
    GET /login.aspx
    GET /test.php
    GET /test.txt
    GET /upload.php
    GET /uploader.php
    GET /config.php
    GET /conn.asp
    GET /index.php.bak
    GET /index.bak
    GET /index.html.old
    GET /default.php~
    GET /main.jsp
    GET /install.php
    GET /readme.txt
    GET /changelog.txt
    GET /license.txt
    GET /db.php
    GET /connect.inc
    GET /passwords.txt
    GET /users.csv
    GET /notes.txt
    GET /todo.txt
    GET /dump.tar
    GET /adminpanel.php
    GET /console.php
    GET /shell.jsp
    GET /ajax.php
    `,
  ),
  scan(
    'Nikto',
    {
      on: ['bib.vogelsang.example'],
      agents: ['Mozilla/5.00 (Nikto/2.5.0) (Evasions:None) (Test:map_codes)'],
      clients: 1,
      pace: 0.1,
    },
    `
    GET /aZk3Vb1Q.cgi
    GET /aZk3Vb1Q.asp+
    GET /aZk3Vb1Q.nsf
    GET /cgi.cgi/
    GET /webcgi/
    GET /cgi-914/
    GET /scripts/iisadmin/ism.dll?http/dir
    GET /_vti_pvt/administrators.pwd
    GET /level/99/exec/show/config
    GET /servlet/webacc?User.html=noexist
    GET /guestbook/guestbookdat
    GET /kboard/
    GET /splashAdmin.php
    GET /tsweb/
    `,
  ),
] as const;
