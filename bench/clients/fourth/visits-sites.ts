import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP, PEOPLE, PHONES } from './agents.ts';
import { DISCOURSE, DOCS, GITLAB, NEWS, NEXTCLOUD, STATIC } from './sites.ts';

// Sites to read, to talk and to work on.

export const SITE_VISITS: readonly Kind[] = [
  visit(
    'readers of documentation',
    { on: [DOCS], agents: DESKTOP, clients: 18, picks: 12, pace: 8 },
    `
    GET /
    GET /guide/{word}
    GET /guide/installation
    GET /guide/environment-files.html
    GET /reference/config/{word}
    GET /reference/cli.html
    GET /api/classes/{word}.html
    GET /v2/guide/migration
    GET /latest/ 302
    GET /search.html?q={word}
    GET /searchindex.js
    GET /_static/pygments.css
    GET /assets/chunks/theme.{hex}.js
    GET /hashmap.json
    GET /v1/guide/{word} 404
    GET /guide/docker-compose.yml.html
    GET /examples/nginx.conf
    GET /cookbook/protecting-wp-login`,
  ),
  visit(
    'members of a Discourse',
    { on: [DISCOURSE], agents: PEOPLE, clients: 12, picks: 14, pace: 3 },
    `
    GET /
    GET /latest.json?no_definitions=true&page={digit}
    GET /t/{slug}/{n}
    GET /t/{n}.json?track_visit=true&forceLoad=true
    GET /t/{slug}/{n}/{digit}
    GET /c/{word}/{digit}
    POST /message-bus/{hex}/poll
    POST /topics/timings
    POST /session 200
    GET /session/csrf
    GET /u/{word}/summary
    GET /user_avatar/community.homelabbers.example/{word}/48/{n}_2.png
    GET /letter_avatar_proxy/v4/letter/a/{hex}/48.png
    GET /uploads/default/original/2X/a/{hex}.png
    GET /search/query?term={word}
    GET /t/how-to-hide-env-files-behind-nginx/{n}
    GET /u/{word} 404`,
  ),
  visit(
    'a family in its Nextcloud, by browser',
    { on: [NEXTCLOUD], agents: PEOPLE, clients: 4, picks: 16, pace: 3 },
    `
    GET / 302
    GET /login
    POST /login 303
    GET /apps/dashboard/
    GET /apps/files/files?dir=/Fotos
    PROPFIND /remote.php/dav/files/{word}/Fotos/ 207
    GET /index.php/core/preview?fileId={n}&x=256&y=256&a=true
    GET /index.php/apps/files/api/v1/stats
    GET /ocs/v2.php/apps/notifications/api/v2/notifications 304
    PUT /remote.php/dav/uploads/{word}/{hex}/{n} 201
    GET /apps/photos/api/v1/preview/{n}?x=512&y=512
    GET /index.php/settings/admin/overview
    GET /s/{hex}
    GET /ocm-provider/
    GET /csrftoken`,
  ),
  visit(
    'developers in their GitLab',
    { on: [GITLAB], agents: DESKTOP, clients: 8, picks: 18, pace: 4 },
    `
    GET /users/sign_in
    POST /users/sign_in 302
    GET /dashboard/projects
    GET /infra/{word}
    GET /infra/{word}/-/tree/main
    GET /infra/{word}/-/blob/main/.env.example
    GET /infra/{word}/-/blob/main/docker-compose.yml
    GET /infra/{word}/-/raw/main/.gitlab-ci.yml
    GET /web/shop/-/blob/main/wp-config.php
    GET /web/shop/-/blob/main/public/phpinfo.php
    GET /infra/{word}/-/merge_requests/{n}/diffs
    GET /infra/{word}/-/merge_requests/{n}/discussions.json
    GET /infra/{word}/-/pipelines/{n}
    GET /infra/{word}/-/jobs/{n}/trace.json
    GET /api/v4/projects/{n}/merge_requests?state=opened
    POST /api/graphql
    GET /assets/webpack/runtime.{hex}.bundle.js
    GET /uploads/-/system/user/avatar/{digit}/avatar.png
    GET /search?search={word}&group_id={digit}
    GET /infra/{word}/-/archive/main/{word}-main.tar.gz
    GET /admin/users
    GET /infra/{word} 404`,
  ),
  visit(
    'visitors of a photographer',
    { on: [STATIC], agents: PEOPLE, clients: 16, picks: 10, pace: 2 },
    `
    GET /
    GET /portfolio.html
    GET /hochzeiten/
    GET /kontakt.html
    GET /img/{slug}.webp
    GET /img/{slug}-800.jpg
    GET /css/main.css
    GET /js/lightbox.js
    GET /favicon.ico
    GET /apple-touch-icon.png
    GET /img/{word}.jpg 404
    GET /fonts/raleway-v34-latin-regular.woff2 304`,
  ),
  visit(
    'readers of a newspaper',
    { on: [NEWS], agents: [...PHONES, ...DESKTOP], clients: 30, picks: 10, pace: 3 },
    `
    GET /
    GET /lokales/{slug}-{n}.html
    GET /sport/{slug}-{n}.html
    GET /thema/{word}
    GET /suche/?q={word}
    GET /amp/lokales/{slug}-{n}.html 301
    GET /image/{hex}/16x9/{n}.webp
    GET /static/bundle.{hex}.js
    GET /api/comments?article={n}
    POST /api/paywall/check
    GET /newsletter/anmelden
    GET /e-paper/{year}-{month}-03.pdf 402
    GET /lokales/{slug}-{n}.html 404
    GET /ads.txt`,
  ),
];
