import { visit } from '../second/kind.ts';
import { BROWSERS, LIBRARIES } from './agents.ts';

/** Programs with an errand: APIs, apps on phones, package managers, caches, monitors, builds. */
export const PROGRAM_VISITS = [
  visit(
    'clients of a REST API',
    { on: ['api.northpier.example', 'api.saatgut.example'], agents: LIBRARIES, pace: 0.3, clients: 4 },
    `
    GET /v1/customers?limit=100&starting_after=cus_{hex}
    GET /v1/customers/{n}
    GET /v1/customers/{n}/addresses 404
    POST /v1/orders 201
    POST /v1/orders 422
    GET /v1/orders/{uuid}
    PATCH /v1/orders/{uuid}
    DELETE /v1/orders/{uuid}/items/{n} 204
    PUT /v1/stock/{word}-{n}
    GET /v1/stock/{word}-{n} 404
    GET /v1/users/me 401
    POST /oauth/token
    POST /oauth/token 401
    GET /v1/export?format=csv&since={year}-{month}-01T00:00:00Z
    GET /v1/events?filter=type%20eq%20'created'%20and%20id%20gt%20{n}
    GET /v1/reports?select=id,name&order=name.desc&where=status.eq.open
    GET /v1/secrets/{word}
    GET /v1/config
    GET /v1/admin/audit-log?page={digit}
    GET /v1/files/{uuid}/content
    GET /openapi.json
    GET /v2/customers/{n} 404
    OPTIONS /v1/orders 204
    GET /v1/products/{n} 429
    `,
  ),
  visit(
    'an API of GraphQL and its explorer',
    {
      on: ['api.reiseblick.example'],
      agents: [BROWSERS[0] as string, 'Insomnia/2023.5.8', 'PostmanRuntime/7.43.0'],
      pace: 2,
      clients: 3,
    },
    `
    GET /graphql
    POST /graphql
    POST /graphql?op=IntrospectionQuery
    POST /graphql?op=TripsByUser
    GET /graphql?query=query%20Trip(%24id%3A%20ID!)%20%7B%20trip(id%3A%20%24id)%20%7B%20title%20%7D%20%7D&variables=%7B%22id%22%3A%22{n}%22%7D
    GET /graphql?query=%7B__typename%7D
    GET /graphiql
    GET /graphql/schema.graphql
    OPTIONS /graphql 204
    GET /graphql?extensions=%7B%22persistedQuery%22%3A%7B%22version%22%3A1%2C%22sha256Hash%22%3A%22{hex}{hex}%22%7D%7D
    `,
  ),
  visit(
    'apps on phones',
    {
      on: ['api.fahrtenbuch.example', 'mobil.northpier.example'],
      agents: [
        'Fahrtenbuch/412 CFNetwork/1568.300.101 Darwin/24.2.0',
        'okhttp/4.12.0',
        'Dart/3.6 (dart:io)',
        'Dalvik/2.1.0 (Linux; U; Android 14; SM-A546B Build/UP1A.231005.007)',
      ],
      pace: 1,
      clients: 8,
      picks: 10,
    },
    `
    POST /api/mobile/v3/session
    POST /api/mobile/v3/session 401
    GET /api/mobile/v3/profile
    GET /api/mobile/v3/trips?cursor={hex}
    GET /api/mobile/v3/trips/{uuid}
    GET /api/mobile/v2/trips/{n} 410
    GET /api/mobile/v1/config.php?platform=android&build={n} 404
    GET /api/mobile/v1/news.php?lang=de 404
    POST /api/mobile/v3/push/register 201
    GET /app/config.json?v=4.{digit}.{digit}
    GET /app/translations/de-{n}.json 404
    GET /images/avatars/{n}@3x.png 404
    GET /appversion.txt
    GET /apple-app-site-association
    POST /api/mobile/v3/upload/{uuid}
    GET /remote-config/{word}.json 304
    POST /api/crash 202
    `,
  ),
  visit(
    'builds and tests of the own app',
    {
      on: ['localhost:3000', 'staging.saatgut.example', 'preview-41.cartwheel.example'],
      agents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36',
        'k6/0.56.0 (https://k6.io/)',
        'curl/8.5.0',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Chrome-Lighthouse',
      ],
      from: 'private',
      pace: 0.1,
      clients: 4,
    },
    `
    GET /
    GET /does-not-exist 404
    GET /this-page-should-404 404
    GET /api/users/999999 404
    GET /api/users/abc 400
    GET /api/users/-1 400
    GET /api/test/reset
    POST /api/test/seed
    POST /login 401
    POST /login 302
    GET /admin 403
    GET /search?q=%3Cb%3Ebold%3C%2Fb%3E
    GET /search?q=%27
    GET /%E0%A4%A 400
    GET /a/very/deep/{word}/{word}/{word} 404
    GET /__cypress/iframes/integration/login.cy.js
    GET /health?attempt={digit}
    GET /error/500 500
    `,
  ),
  visit(
    'hooks that others call',
    {
      on: ['hooks.saatgut.example', 'shop.kessler-moebel.example'],
      agents: [
        'GitHub-Hookshot/3c7a9e1',
        'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'PayPal IPN ( https://www.paypal.com/ipn )',
        'Slackbot 1.0 (+https://api.slack.com/robots)',
        'TelegramBot (like TwitterBot)',
      ],
      pace: 10,
      clients: 12,
      picks: 3,
    },
    `
    POST /webhook/github
    POST /webhook/stripe
    POST /paypal/ipn/
    POST /index.php/paypal/ipn/
    POST /ipn.php 404
    POST /slack/events
    POST /bot{n}:AA{hex}{hex}
    POST /deploy.php?token={hex}
    POST /cgi-bin/notify.pl
    POST /api/webhook.php?source=mollie&id=tr_{hex}
    GET /oembed?url=https%3A%2F%2Fshop.kessler-moebel.example%2F{slug}&format=json
    `,
  ),
] as const;
