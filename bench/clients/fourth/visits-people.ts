import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP, PEOPLE, PHONES } from './agents.ts';
import {
  ASPNET,
  DISCOURSE,
  DOCS,
  DOWNLOADS,
  LARAVEL,
  NEWS,
  NEXT,
  OLDPHP,
  PHPBB,
  RAILS,
  STATIC,
  TYPO3,
  WIKI,
  WORDPRESS,
} from './sites.ts';

// What goes wrong for people, and what else they ask for.

export const PEOPLE_VISITS: readonly Kind[] = [
  visit(
    'browsers that ask for files that were never there',
    { on: [STATIC, NEWS, RAILS, OLDPHP], agents: PEOPLE, clients: 14, picks: 7, pace: 2, answer: 404 },
    `
    GET / 200
    GET /favicon.ico 200
    GET /apple-touch-icon-precomposed.png
    GET /apple-touch-icon-120x120-precomposed.png
    GET /apple-touch-icon-120x120.png
    GET /browserconfig.xml
    GET /.well-known/appspecific/com.chrome.devtools.json
    GET /.well-known/traffic-advice
    GET /.well-known/change-password
    GET /site.webmanifest
    GET /css/bootstrap.min.css.map
    GET /js/jquery.min.map
    GET /opensearch.xml
    GET /service-worker.js`,
  ),
  visit(
    'an open tab after a new release of the app',
    { on: [NEXT, RAILS], agents: DESKTOP, clients: 5, pace: 0.2, answer: 404 },
    `
    GET /assets/index-{hex}.js
    GET /assets/chunk-{word}-{hex}.js
    GET /assets/chunk-{word}-{hex}.js
    GET /assets/chunk-{word}-{hex}.js
    GET /assets/{word}-{hex}.css
    GET /assets/{word}-{hex}.css
    GET /assets/{word}-{hex}.woff2
    GET /assets/icons-{hex}.svg
    GET / 200
    GET /favicon.ico 200`,
  ),
  visit(
    'mistyped addresses',
    {
      on: [NEWS, TYPO3, STATIC, WORDPRESS[0] as string],
      agents: PEOPLE,
      clients: 12,
      picks: 4,
      pace: 9,
      answer: 404,
    },
    `
    GET /kontkat
    GET /Impressum.htm
    GET /index.htlm
    GET /strtseite
    GET /{word}.
    GET /{word},
    GET /{slug})
    GET /{slug}%E2%80%A6
    GET /%20
    GET /www.{word}.example
    GET /https://www.weserbote.example/lokales
    GET / 200
    GET / 200
    GET /impressum/ 200`,
  ),
  visit(
    'old bookmarks of a site made anew',
    { on: [NEWS, TYPO3, RAILS], agents: PEOPLE, clients: 12, picks: 6, pace: 15, answer: 404 },
    `
    GET /index.php?seite={word}
    GET /cms/front_content.php?idart={n}
    GET /{word}.html
    GET /home.shtml
    GET /gaestebuch.cgi
    GET /forum/showthread.php?t={n}
    GET /{word}/default.asp?id={n}
    GET /galerie/{year}/index.htm
    GET /news.php?extend.{n}
    GET /cgi-bin/counter.pl?site={word}
    GET / 200
    GET /favicon.ico 200`,
  ),
  visit(
    'a page with many broken pictures',
    { on: [PHPBB], agents: PEOPLE, clients: 4, pace: 0.1, answer: 404 },
    `
    GET /viewtopic.php?t={n} 200
    GET /gallery/{word}/{n}.jpg
    GET /gallery/{word}/{n}.jpg
    GET /gallery/{word}/{n}_thumb.jpg
    GET /gallery/{word}/{word}.jpg
    GET /gallery/{word}/{word}.png
    GET /images/smilies/{word}.gif
    GET /images/smilies/{word}.gif
    GET /images/smilies/{word}.gif
    GET /images/ranks/{word}.png
    GET /album/pic.php?id={n}
    GET /album/pic.php?id={n}
    GET /gallery/{word}/{word}.gif`,
  ),
  visit(
    'people who search for code and for errors',
    { on: [DISCOURSE, DOCS], agents: DESKTOP, clients: 10, picks: 5, pace: 14 },
    `
    GET /search?q=You+have+an+error+in+your+SQL+syntax%3B+check+the+manual
    GET /search?q=SELECT+*+FROM+users+WHERE+id%3D1
    GET /search?q=select+count%28*%29+from+information_schema.tables
    GET /search?q=UNION+ALL+vs+UNION
    GET /search?q=how+to+protect+.env+nginx
    GET /search?q=log4j+%24%7Bjndi+log+entries
    GET /search?q=%2Fetc%2Fpasswd+permission+denied+docker
    GET /search?q=%3Cscript+src%3D%22app.js%22%3E+blocked+csp
    GET /search?q=wp-login.php+brute+force+fail2ban
    GET /search?q=rm+-rf+node_modules
    GET /search?q=curl+http%3A%2F%2F169.254.169.254+timeout
    GET /search?q=C%3A%5CWindows%5CSystem32+access
    GET /search?q=..%2F..%2Fsrc+import+alias
    GET /
    GET /t/{slug}/{n}`,
  ),
  visit(
    'an office behind one address, on a site for work',
    { on: [ASPNET], agents: DESKTOP, clients: 9, from: 'shared', picks: 10, pace: 5 },
    `
    GET /Account/Login?ReturnUrl=%2FMakler
    POST /Account/Login 302
    GET /Makler/Index
    GET /Makler/Angebot/{n}
    POST /Makler/Angebot/{n}/Drucken
    GET /Content/css?v={hex}
    GET /bundles/jquery?v={hex}
    GET /Dokumente/Download.ashx?id={uuid}
    GET /Makler/Alt/{word}.aspx 404
    GET /favicon.ico
    GET /images/{word}.png 404`,
  ),
  visit(
    'a school behind one address, reading and mistyping',
    {
      on: [TYPO3, WIKI],
      agents: [...PHONES, DESKTOP[9] as string],
      clients: 12,
      from: 'shared',
      picks: 6,
      pace: 8,
    },
    `
    GET /
    GET /wiki/{word}
    GET /wiki/{word}
    GET /studium/bachelor/{word}/
    GET /wiki/{word}{word} 404
    GET /studium/{word} 404
    GET /apple-touch-icon.png 404
    GET /favicon.ico
    GET /fileadmin/user_upload/{slug}.pdf`,
  ),
  visit(
    'downloads of archives that are there',
    {
      on: [DOWNLOADS],
      agents: [...DESKTOP, 'Wget/1.21.3', 'curl/8.5.0', 'aria2/1.36.0'],
      clients: 12,
      picks: 6,
      pace: 20,
    },
    `
    GET /
    GET /releases/
    GET /releases/openmapkit-{digit}.{digit}.tar.gz
    GET /releases/openmapkit-{digit}.{digit}.zip
    GET /releases/openmapkit-{digit}.{digit}.tar.gz.asc
    GET /releases/SHA256SUMS
    GET /dumps/planet-{word}.sql.gz
    GET /dumps/{year}-{month}/tiles.sqlite
    GET /backup/2019/openmapkit-1.4.zip
    HEAD /dumps/latest.sql.gz
    GET /dumps/latest.sql.gz 206
    GET /releases/openmapkit-0.{digit}.rar 404`,
  ),
  visit(
    'a mirror that copies the downloads at night',
    { on: [DOWNLOADS], agents: ['Wget/1.21.4', 'rclone/v1.65.0'], clients: 2, pace: 1 },
    `
    HEAD /releases/
    GET /releases/?C=M;O=D
    GET /releases/old/
    GET /releases/old/openmapkit-0.1.tgz
    GET /releases/old/openmapkit-0.2.tgz
    GET /releases/CHANGELOG.txt
    GET /releases/LICENSE
    GET /dumps/
    GET /dumps/schema.sql
    GET /dumps/latest.sql.gz 304
    GET /releases/old/{word}.tgz 404
    GET /robots.txt 404`,
  ),
  visit(
    'a developer tries the own site before it is shown',
    { on: [LARAVEL], agents: [DESKTOP[3] as string, DESKTOP[4] as string], clients: 2, pace: 4 },
    `
    GET /
    GET /test
    GET /test2 404
    GET /api
    GET /api/health
    GET /api/version 404
    GET /@vite/client 404
    GET /resources/js/app.js 404
    GET /dashboard
    GET /dashboard/ 301
    GET /.well-known/appspecific/com.chrome.devtools.json 404
    GET /build/assets/app.js.map 404`,
  ),
  visit(
    'readers sent by a newsletter and by advertising',
    { on: [NEWS, NEXT, WORDPRESS[0] as string], agents: PHONES, clients: 14, picks: 4, pace: 6 },
    `
    GET /?utm_source=newsletter&utm_medium=email&utm_campaign={word}
    GET /?fbclid=IwAR{hex}
    GET /?gclid={hex}&gad_source=1
    GET /{slug}?mc_cid={hex}&mc_eid={hex} 404
    GET /?utm_source=chatgpt.com
    GET /?ref={word}
    GET /favicon.ico`,
  ),
  visit(
    'an owner who tries where the admin area might be',
    { on: [RAILS], agents: [DESKTOP[2] as string, PHONES[0] as string], clients: 2, pace: 12 },
    `
    GET /
    GET /admin 404
    GET /login 404
    GET /admin/login 404
    GET /backend 404
    GET /users/sign_in
    POST /users/sign_in 303`,
  ),
];
