import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP, PEOPLE } from './agents.ts';
import { ASPNET, DJANGO, LARAVEL, NEXT, RAILS, SPA, SPRING, SYMFONY } from './sites.ts';

// Sites and applications of the usual frameworks, and the people before them.

export const FRAMEWORK_VISITS: readonly Kind[] = [
  visit(
    'dispatchers in a Laravel application',
    { on: [LARAVEL], agents: DESKTOP, clients: 10, picks: 18, pace: 3 },
    `
    GET / 302
    GET /login
    POST /login 302
    GET /dashboard
    GET /vehicles?page={digit}&sort=plate
    GET /vehicles/{n}
    GET /vehicles/{n}/edit
    PUT /vehicles/{n} 302
    GET /drivers/{uuid}
    POST /livewire/update
    GET /livewire/livewire.min.js?id={hex}
    GET /build/assets/app-{hex}.js
    GET /build/assets/app-{hex}.css
    GET /sanctum/csrf-cookie 204
    GET /api/notifications/unread
    POST /broadcasting/auth
    GET /storage/avatars/{n}.png
    GET /exports/tours-{year}-{month}.xlsx
    POST /tours 422
    GET /vehicles/{n} 404
    POST /livewire/update 419`,
  ),
  visit(
    'the administrators of the Laravel application',
    { on: [LARAVEL], agents: [DESKTOP[0] as string, DESKTOP[4] as string], clients: 2, pace: 5 },
    `
    GET /admin/users?search={word}
    GET /admin/users/{n}/impersonate 302
    GET /nova-api/users?search=&perPage=25
    GET /horizon/api/stats 403
    GET /admin/settings
    PATCH /admin/settings 302
    GET /admin/logs
    GET /admin/audit?from={year}-{month}-01
    POST /admin/users/{n}/reset-password 302
    GET /pulse`,
  ),
  visit(
    'travellers on a Symfony site',
    { on: [SYMFONY], agents: PEOPLE, clients: 10, picks: 12, pace: 4 },
    `
    GET /
    GET /reisen/{word}
    GET /reisen/{word}/{slug}
    GET /suche?ziel={word}&von={year}-{month}-12&personen=2
    GET /_fragment?_hash={hex}&_path=_format%3Dhtml%26_locale%3Dde
    GET /media/cache/resolve/teaser_large/{word}.jpg 302
    GET /media/cache/teaser_large/{word}.jpg
    GET /build/runtime.{hex}.js
    GET /build/app.{hex}.css
    POST /buchung/{n}/schritt-2 302
    GET /kataloge/{year}/sommer.pdf
    GET /angebote/{slug} 410
    GET /bundles/fosjsrouting/js/router.min.js`,
  ),
  visit(
    'theatregoers on a Rails site',
    { on: [RAILS], agents: PEOPLE, clients: 16, picks: 12, pace: 4 },
    `
    GET /
    GET /events
    GET /events/{n}-{slug}
    GET /events/{n}/seats.json
    POST /carts 303
    GET /checkout/{uuid}
    PATCH /checkout/{uuid} 303
    POST /users/sign_in 422
    POST /users/sign_in 303
    GET /users/sign_in
    GET /assets/application-{hex}.css
    GET /assets/turbo.min-{hex}.js
    GET /rails/active_storage/representations/redirect/{hex}/{word}.jpg 302
    GET /rails/active_storage/disk/{hex}/{word}.jpg
    GET /cable 101
    GET /up
    GET /tickets/{uuid}.pkpass
    GET /events/{n} 404
    GET /assets/{word}.png 404`,
  ),
  visit(
    'readers of an archive written with Django',
    { on: [DJANGO], agents: PEOPLE, clients: 10, picks: 12, pace: 5 },
    `
    GET /
    GET /bestand/{word}/
    GET /bestand/{word}/{n}/
    GET /bestand/{word} 301
    GET /suche/?q={word}&jahr={year}
    GET /static/css/archiv.{hex}.css
    GET /static/js/htmx.min.js
    GET /media/scans/{year}/{hex}.jpg
    GET /iiif/2/{n}/full/600,/0/default.jpg
    GET /accounts/login/?next=/merkliste/
    POST /accounts/login/ 302
    GET /merkliste/
    GET /media/scans/{year}/{word}.tif 404
    GET /api/records/?format=json&page={digit}`,
  ),
  visit(
    'archivists in the admin of Django',
    { on: [DJANGO], agents: DESKTOP, clients: 2, pace: 5 },
    `
    GET /admin/ 302
    GET /admin/login/?next=/admin/
    POST /admin/login/?next=/admin/ 302
    GET /admin/
    GET /static/admin/css/base.css
    GET /static/admin/js/jquery.init.js
    GET /admin/archive/record/?q={word}
    GET /admin/archive/record/{n}/change/
    POST /admin/archive/record/{n}/change/ 302
    GET /admin/jsi18n/
    GET /admin/auth/user/
    GET /admin/logout/ 302`,
  ),
  visit(
    'shops that ask a Spring service for parcels',
    {
      on: [SPRING],
      agents: ['Apache-HttpClient/5.3.1 (Java/21.0.2)', 'okhttp/4.12.0', 'GuzzleHttp/7', 'axios/1.7.7'],
      clients: 8,
      picks: 22,
      pace: 2,
    },
    `
    POST /v1/shipments 201
    GET /v1/shipments/{uuid}
    GET /v1/shipments/{uuid}/label.pdf
    GET /v1/tracking/{hex}
    GET /v1/tracking/{hex} 404
    POST /oauth2/token
    GET /v1/depots?lat=52.{n}&lon=8.{n}
    DELETE /v1/shipments/{uuid} 204
    POST /v1/shipments 400
    POST /v1/pickups 201
    GET /v1/rates?weight={digit}&country=DE`,
  ),
  visit(
    'the insured in an ASP.NET portal',
    { on: [ASPNET], agents: PEOPLE, clients: 10, picks: 12, pace: 4 },
    `
    GET / 302
    GET /Account/Login?ReturnUrl=%2F
    POST /Account/Login 302
    GET /Home/Index
    GET /Vertraege/Details/{n}
    GET /Schaden/Melden.aspx?typ={digit}
    POST /Schaden/Melden.aspx 302
    GET /WebResource.axd?d={hex}&t={n}
    GET /ScriptResource.axd?d={hex}&t={hex}
    GET /bundles/jquery?v={hex}
    GET /Content/css?v={hex}
    GET /signalr/negotiate?clientProtocol=2.1&_={n}
    GET /_framework/blazor.web.js
    POST /_blazor/negotiate?negotiateVersion=1
    GET /Dokumente/Download.ashx?id={uuid}
    GET /images/{word}.png 404
    GET /api/postfach/anzahl`,
  ),
  visit(
    'customers of a Next.js shop',
    { on: [NEXT], agents: PEOPLE, clients: 22, picks: 15, pace: 2 },
    `
    GET /
    GET /produkte/{slug}
    GET /produkte/{slug}?_rsc={word}
    GET /kategorie/{word}
    GET /_next/static/chunks/{n}-{hex}.js
    GET /_next/static/chunks/app/layout-{hex}.js
    GET /_next/static/css/{hex}.css
    GET /_next/static/media/{hex}-s.p.woff2
    GET /_next/image?url=%2Fimg%2F{word}.jpg&w=1080&q=75
    GET /_next/image?url=https%3A%2F%2Fcdn.greenkiosk.example%2F{word}.png&w=640&q=75
    GET /_next/data/{hex}/produkte/{slug}.json
    GET /api/auth/session
    GET /api/cart
    POST /api/cart
    POST /kasse 303
    GET /manifest.webmanifest
    GET /_next/static/chunks/{n}-{hex}.js 404
    GET /favicon.ico`,
  ),
  visit(
    'a team in a single-page app that answers everything with its page',
    { on: [SPA], agents: DESKTOP, clients: 10, picks: 20, pace: 2 },
    `
    GET /
    GET /projects/{uuid}/board
    GET /settings/profile
    GET /login?next=%2Fprojects
    GET /assets/index-{hex}.js
    GET /assets/index-{hex}.css
    GET /assets/vendor-{hex}.js
    GET /api/me
    GET /api/me 401
    POST /api/session
    GET /api/projects/{uuid}/tasks?status=open
    PATCH /api/tasks/{uuid}
    POST /api/tasks 201
    GET /api/tasks/{uuid} 404
    GET /socket.io/?EIO=4&transport=polling&t={word}
    GET /manifest.json
    GET /sw.js
    GET /config.json
    GET /locales/de/translation.json`,
  ),
];
