import { BROWSERS, LIBRARIES } from './agents.ts';
import { visit } from './kind.ts';

/** Programs that use an API or a share. */
export const PROGRAM_VISITS = [
  visit(
    'REST clients',
    { on: ['api.example'], agents: LIBRARIES, pace: 1, clients: 12, picks: 24 },
    `
    GET /api/v1/users/{n}
    GET /api/v1/users/{n} 404
    GET /api/v1/orders?page={digit}&per_page=50
    POST /api/v1/orders 201
    POST /api/v1/orders 422
    PATCH /api/v1/orders/{uuid}
    DELETE /api/v1/sessions/{uuid} 204
    GET /api/v1/me 401
    POST /oauth/token
    GET /api/v1/search?q={word}&filter=price%20gt%2010%20and%20stock%20ne%200
    GET /api/v1/admin/users 403
    GET /openapi.json
    GET /api/v1/config
    GET /api/v1/backup/{uuid} 202
    PUT /api/v1/files/{slug}.zip
    OPTIONS /api/v1/orders 204`,
  ),
  visit(
    'synchronisation with deleted records',
    {
      on: ['api.example'],
      agents: ['okhttp/4.12.0', 'axios/1.7.2', 'Dart/3.4 (dart:io)'],
      pace: 0.1,
      clients: 4,
      picks: 60,
    },
    `
    GET /api/v1/contacts/{uuid} 404
    GET /api/v1/contacts/{uuid} 404
    GET /api/v1/photos/{n} 404
    GET /api/v1/contacts/{uuid} 200`,
  ),
  visit(
    'GraphQL and RPC',
    {
      on: ['api.example', 'spa.example'],
      agents: [...LIBRARIES, ...BROWSERS],
      pace: 1,
      clients: 6,
      picks: 12,
    },
    `
    POST /graphql
    POST /graphql 400
    GET /graphql?query=%7B__typename%7D
    POST /trpc/{word}.list?batch=1
    POST /rpc 200
    GET /graphiql 404`,
  ),
  visit(
    'phone apps',
    {
      on: ['api.example'],
      pace: 0.4,
      clients: 10,
      picks: 20,
      agents: [
        'Harbour/412 CFNetwork/1496.0.7 Darwin/23.5.0',
        'okhttp/4.9.3',
        'Dalvik/2.1.0 (Linux; U; Android 13; SM-A536B Build/TP1A.220624.014)',
        'Harbour/5.2.1 (iPhone; iOS 17.4; Scale/3.00)',
        'Dart/3.3 (dart:io)',
      ],
    },
    `
    GET /mobile/v3/feed?cursor={hex}
    GET /mobile/v3/images/{slug}@3x.png 404
    GET /mobile/v3/images/{slug}@2x.png
    GET /mobile/v3/avatars/{hex}.jpg 404
    POST /mobile/v3/devices/{uuid}/token 204
    GET /mobile/v2/settings 410
    GET /mobile/v1/version 404
    GET /apple-app-site-association 404
    GET /.well-known/assetlinks.json`,
  ),
  visit(
    'webhooks',
    {
      on: ['hooks.example'],
      pace: 5,
      clients: 8,
      picks: 10,
      agents: [
        'GitHub-Hookshot/8d33975',
        'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'Shopify-Captain-Hook',
        'TwilioProxy/1.1',
        'PayPal IPN ( https://www.paypal.com/ipn )',
        'Slackbot 1.0 (+https://api.slack.com/robots)',
        'GitLab/17.0.1-ee',
        '',
      ],
    },
    `
    POST /hooks/{word}
    POST /hooks/{uuid}
    POST /hooks/{uuid} 404
    POST /old/hooks/{word} 410
    POST /ipn.php 404
    POST /webhook/stripe 500
    POST /github-webhook/`,
  ),
  visit(
    'calendars and contacts',
    {
      on: ['cloud.example', 'shop.example'],
      pace: 1,
      clients: 8,
      picks: 14,
      agents: [
        'iOS/17.5 (21F79) dataaccessd/1.0',
        'macOS/14.5 (23F79) CalendarAgent/1.0',
        'DAVx5/4.4 (2024/05/29; dav4jvm; okhttp/4.12.0) Android/14',
        'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.11.0',
        'Evolution/3.48.4',
      ],
    },
    `
    PROPFIND /.well-known/caldav 301
    PROPFIND /.well-known/carddav 404
    PROPFIND / 405
    PROPFIND /principals/ 404
    PROPFIND /calendar/dav/{word}/user/ 404
    PROPFIND /remote.php/dav/ 207
    REPORT /remote.php/dav/calendars/{word}/personal/ 207
    OPTIONS /remote.php/dav/ 200
    PUT /remote.php/dav/calendars/{word}/personal/{uuid}.ics 201
    GET /remote.php/dav/calendars/{word}/personal/{uuid}.ics 404`,
  ),
  visit(
    'network drives',
    {
      on: ['cloud.example'],
      pace: 0.15,
      clients: 7,
      picks: 24,
      agents: [
        'WebDAVFS/3.0.0 (03008000) Darwin/23.5.0 (arm64)',
        'Microsoft-WebDAV-MiniRedir/10.0.22631',
        'davfs2/1.6.1 neon/0.32.5',
        'gvfs/1.50.3',
        'rclone/v1.66.0',
        'Mozilla/5.0 (Linux) mirall/3.13.0 (Nextcloud)',
        'WinSCP/6.3.3 neon/0.33.0',
      ],
    },
    `
    PROPFIND /dav/{word}/ 207
    PROPFIND /dav/{word}/._{slug}.docx 404
    PROPFIND /dav/.DS_Store 404
    PROPFIND /dav/.hidden 404
    PROPFIND /dav/.Spotlight-V100 404
    PROPFIND /dav/.metadata_never_index 404
    GET /dav/{word}/desktop.ini 404
    PROPFIND /dav/{word}/Thumbs.db 404
    PROPFIND /dav/autorun.inf 404
    PROPFIND /dav/.Trash-1000 404
    PROPFIND /dav/.xdg-volume-info 404
    PROPFIND /dav/{word}/.git 404
    LOCK /dav/{word}/{slug}.xlsx 200
    PUT /dav/{word}/{slug}.xlsx 204
    PUT /dav/backup/backup.zip 201
    MOVE /dav/{word}/{slug}.tmp 201
    GET /dav/{word}/{slug}.docx 200`,
  ),
];
