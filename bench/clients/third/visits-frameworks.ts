import { visit } from '../second/kind.ts';
import { BROWSERS, PHONES } from './agents.ts';

/** Apps by framework, with their users, their own admin areas, and their developers. */
export const FRAMEWORK_VISITS = [
  visit(
    'users of an app made with Laravel',
    {
      on: ['app.fahrtenbuch.example', 'kurse.volkshaus.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 4,
      clients: 3,
    },
    `
    GET /login
    GET /sanctum/csrf-cookie 204
    POST /login 302
    GET /dashboard
    POST /livewire/update
    GET /livewire/livewire.min.js?id={hex}
    POST /livewire/upload-file?expires={n}&signature={hex}{hex}
    GET /livewire/preview-file/{hex}.png?expires={n}&signature={hex}
    GET /storage/avatars/{hex}.jpg 404
    GET /storage/documents/{year}/{slug}.pdf 403
    POST /broadcasting/auth
    GET /build/assets/app-{hex}.js
    GET /build/manifest.json
    GET /email/verify/{n}/{hex}{hex}?expires={n}&signature={hex}
    GET /password/reset/{hex}{hex}?email={word}%40example.org
    GET /index.php/dashboard 301
    GET /courses?filter[level]=b1&sort=-starts_at&page[number]={digit}
    GET /courses/{slug}/lessons/{n}
    GET /up
    `,
  ),
  visit(
    'operators of an app made with Laravel',
    { on: ['app.fahrtenbuch.example'], agents: [BROWSERS[1] as string], clients: 1, pace: 3 },
    `
    GET /horizon
    GET /horizon/api/stats
    GET /horizon/api/jobs/failed?tag=&starting_at=-1&page=1
    GET /horizon/api/workload
    GET /telescope/requests
    POST /telescope/telescope-api/requests
    GET /telescope/telescope-api/queries/{uuid}
    GET /pulse
    GET /log-viewer?file=laravel-{year}-{month}-0{digit}.log
    GET /nova/resources/users?users_page={digit}
    GET /nova-api/users/{n}
    GET /vendor/horizon/app.js?id={hex}
    GET /vendor/telescope/app.css?id={hex}
    GET /admin/filament/exports/{n}/download?format=csv
    `,
  ),
  visit(
    'a developer of a Laravel app, on the own machine',
    {
      on: ['localhost:8000', 'fahrtenbuch.test:80'],
      agents: [BROWSERS[0] as string],
      from: 'loopback',
      pace: 2,
    },
    `
    GET / 500
    GET /_ignition/health-check
    POST /_ignition/update-config
    GET /_debugbar/assets/stylesheets?v={n}&theme=auto
    GET /_debugbar/assets/javascript?v={n}
    GET /_debugbar/open?op=get&id=X{hex}
    GET /telescope/queries
    GET /phpinfo
    GET /clockwork/{n}-{n}-{n}
    GET /.well-known/appspecific/com.chrome.devtools.json 404
    GET /resources/js/app.js 404
    GET /favicon.ico 404
    `,
  ),
  visit(
    'an app made with Symfony, while it is made',
    {
      on: ['127.0.0.1:8000', 'api.verleih.internal'],
      agents: [BROWSERS[2] as string, BROWSERS[4] as string],
      from: 'private',
      pace: 2,
    },
    `
    GET /_wdt/{hex}
    GET /_wdt/styles
    GET /_profiler/{hex}?panel=db
    GET /_profiler/{hex}?panel=request
    GET /_profiler/search/results?limit=10&method=POST
    GET /_profiler/phpinfo
    GET /_error/404 404
    GET /app_dev.php/de/verleih/{n}
    GET /bundles/apiplatform/swagger-ui/swagger-ui.css
    GET /api/docs.jsonopenapi?spec_version=3.1.0
    GET /api/verleihe?page={digit}&order[createdAt]=desc
    GET /admin?crudAction=index&crudControllerFqcn=App%5CController%5CAdmin%5CUserCrudController
    GET /admin?crudAction=edit&entityId={n}
    `,
  ),
  visit(
    'an app made with Rails',
    {
      on: ['board.kletterhalle.example', 'spenden.tafel-nord.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 4,
      clients: 3,
    },
    `
    GET /users/sign_in
    POST /users/sign_in 303
    POST /users/sign_in 422
    GET /users/password/edit?reset_password_token={hex}
    GET /assets/application-{hex}{hex}.css
    GET /assets/controllers/{word}_controller-{hex}.js 404
    GET /rails/active_storage/blobs/redirect/{hex}--{hex}/{slug}.jpg 302
    GET /rails/active_storage/representations/proxy/{hex}--{hex}/{hex}--{hex}/{word}.png
    GET /cable 101
    GET /projects/{n}/issues.json?utf8=%E2%9C%93&q[title_cont]={word}&q[s]=created_at+desc
    PATCH /projects/{n}/issues/{n} 302
    DELETE /sessions/{n} 303
    GET /admin/users?order=id_desc&page={digit}
    GET /admin/users/{n}/edit
    GET /admin/login
    GET /sidekiq/retries
    GET /sidekiq/queues/default?page={digit}
    GET /rails/conductor/action_mailbox/inbound_emails 404
    GET /packs/js/application-{hex}.js 404
    GET /service-worker 404
    GET /{word}.php 404
    GET /recede_historical_location
    `,
  ),
  visit(
    'an app made with Django',
    {
      on: ['termine.praxis-lenz.example', 'data.feldforschung.example'],
      agents: BROWSERS,
      pace: 4,
      clients: 3,
    },
    `
    GET /admin 301
    GET /admin/login/?next=/admin/
    POST /admin/login/?next=/admin/ 302
    GET /admin/
    GET /admin/auth/user/?q={word}&is_active__exact=1
    GET /admin/auth/user/{n}/change/
    GET /admin/auth/user/{n}/password/
    POST /admin/bookings/slot/{n}/change/ 302
    GET /admin/jsi18n/
    GET /static/admin/css/base.css
    GET /static/admin/js/vendor/jquery/jquery.min.js
    GET /static/admin/img/icon-addlink.svg
    GET /static/css/{word}.{hex}.css 404
    GET /media/uploads/{year}/{month}/{slug}.pdf
    GET /api-auth/login/?next=/api/v1/
    GET /api/v1/slots/?format=api&date__gte={year}-{month}-01&ordering=-start
    GET /accounts/google/login/callback/?state={hex}&code=4%2F0A{hex}&scope=email+openid 302
    GET /i18n/setlang/ 405
    GET /termine/{year}/{month}/
    GET /__debug__/render_panel/?store_id={hex}&panel_id=SQLPanel
    GET /silk/requests/
    GET /dashboards/{word} 301
    `,
  ),
] as const;
