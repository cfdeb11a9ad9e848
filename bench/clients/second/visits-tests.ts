import { BROWSERS } from './agents.ts';
import { visit } from './kind.ts';

/** Health checks, monitors, and people who test their own site. */
export const TEST_VISITS = [
  visit(
    'uptime monitors',
    {
      on: ['shop.example', 'press.example', 'status.example'],
      pace: 30,
      clients: 10,
      picks: 10,
      agents: [
        'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
        'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
        'Mozilla/5.0 (compatible; StatusCake; https://www.statuscake.com)',
        'Better Uptime Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
        'Uptime-Kuma/1.23.13',
        'Site24x7',
        'HetrixTools Uptime Monitoring Bot. https://hetrix.tools/uptime-monitoring-bot.html',
        'GoogleStackdriverMonitoring-UptimeChecks(https://cloud.google.com/monitoring)',
        'Checkly/1.0 (https://www.checklyhq.com)',
        'FreshpingBot/1.0 (+https://freshping.io/)',
      ],
    },
    `
    HEAD /
    GET /
    GET /health
    GET /status 404
    GET /login
    HEAD /ping 404
    GET / 503`,
  ),
  visit(
    'health checks',
    {
      on: ['10.0.3.7:3000', 'api.internal'],
      pace: 5,
      clients: 8,
      picks: 20,
      from: 'private',
      agents: [
        'ELB-HealthChecker/2.0',
        'kube-probe/1.29',
        'GoogleHC/1.0',
        'Consul Health Check',
        '',
        'Prometheus/2.52.0',
        'Datadog Agent/7.53.0',
        'munin/2.0.73 (libwww-perl/6.68)',
      ],
    },
    `
    GET /healthz
    GET /readyz 503
    GET /livez
    GET /health 404
    GET /metrics
    GET /metrics 404
    GET /actuator/health 404
    GET /server-status?auto 404
    GET /nginx_status 404
    GET /fpm-status 404
    GET /-/healthy 404
    GET /debug/vars 404`,
  ),
  visit(
    'curl of a developer',
    {
      on: ['localhost:3000', 'api.example'],
      pace: 3,
      clients: 6,
      picks: 20,
      from: 'loopback',
      agents: [
        'curl/8.7.1',
        'HTTPie/3.2.2',
        'PostmanRuntime/7.39.0',
        'insomnia/9.2.0',
        'bruno-runtime/1.19.0',
        'Wget/1.21.4',
        'node',
        'Bun/1.1.12',
      ],
    },
    `
    GET /
    GET /api/{word}
    GET /api/{word} 404
    GET /api/{word}/{n} 404
    GET /v1/{word}s 404
    POST /api/login 401
    GET /admin 404
    GET /debug 404
    GET /test 404
    GET /config 404
    GET /swagger.json 404
    GET /graphql 404
    GET /metrics 404
    GET /.well-known/openid-configuration 404
    DELETE /api/{word}/{n} 405`,
  ),
  visit(
    'Postman from the office',
    {
      on: ['api.example'],
      pace: 2,
      clients: 4,
      picks: 26,
      from: 'shared',
      agents: ['PostmanRuntime/7.39.0', 'insomnia/9.2.0', 'curl/8.5.0'],
    },
    `
    GET /api/v2/{word} 404
    GET /api/v1/{word}/{n} 404
    GET /api/v1/{word}s
    POST /api/v1/{word}s 422
    GET /v1/{word} 404
    GET /api/v1/users/undefined 404
    GET /api/v1/users/%7B%7Buser_id%7D%7D 404`,
  ),
  visit(
    'load tests',
    {
      on: ['shop.example', 'api.example'],
      pace: 0.02,
      clients: 6,
      picks: 80,
      agents: [
        'k6/0.51.0 (https://k6.io/)',
        'ApacheBench/2.3',
        'Apache-HttpClient/4.5.14 (Java/17.0.11)',
        'python-requests/2.31.0',
        'hey/0.0.1',
        'Artillery (https://artillery.io)',
      ],
    },
    `
    GET /
    GET /products/{n}
    GET /products/{n} 404
    GET /products?page={digit}
    POST /cart/items 302
    GET /api/v1/users/{n} 404
    GET /products/{n} 503
    GET /search?q={word} 429`,
  ),
  visit(
    'tests in a browser',
    {
      on: ['staging.example', 'localhost:4173'],
      pace: 0.4,
      clients: 5,
      picks: 30,
      agents: [
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/125.0.6422.26 Safari/537.36',
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Cypress/13.10.0 Chrome/118.0.5993.159 Electron/27.3.10 Safari/537.36',
        ...BROWSERS.slice(0, 2),
      ],
    },
    `
    GET /
    GET /does-not-exist 404
    GET /{slug} 404
    GET /users/{n} 404
    GET /users/0 404
    GET /users/-1 400
    GET /users/abc 400
    GET /items?page=-1 400
    GET /items/%20 404
    GET /items/%F0%9F%92%A9 404
    GET /items/O%27Neil 404
    GET /admin 403
    GET /admin/{word} 403
    GET /login
    POST /login 401
    GET /nested/{word}/{word}/{word} 404
    GET /items?sort=name;desc
    GET /static/{word}.css`,
  ),
  visit(
    'tests of an API',
    {
      on: ['localhost:8080'],
      pace: 0.03,
      clients: 4,
      picks: 60,
      from: 'loopback',
      agents: [
        'node-superagent/9.0.2',
        'undici',
        'Python/3.12 httpx/0.27.0',
        'ReactorNetty/1.1.19',
        'rest-client/2.1.0',
      ],
    },
    `
    GET /api/{word}/{n} 404
    GET /api/{word} 200
    GET /unknown/{hex} 404
    POST /api/{word} 400
    PUT /api/{word}/{n} 404
    DELETE /api/{word}/{n} 404
    GET /api/{word}?q=%27%20or%20%27 200
    PATCH /nothing/here 405`,
  ),
  visit(
    'link checkers',
    {
      on: ['docs.example', 'moved.example'],
      pace: 0.05,
      clients: 6,
      picks: 50,
      agents: [
        'W3C-checklink/5.0.0 libwww-perl/6.68',
        'Mozilla/5.0 (compatible; LinkChecker/10.4.0; +https://linkchecker.github.io/linkchecker/)',
        'lychee/0.15.1',
        'Screaming Frog SEO Spider/20.1',
        'Xenu Link Sleuth/1.3.8',
        'broken-link-checker/0.7.8 Node.js/20',
      ],
    },
    `
    HEAD /guide/{slug}
    GET /guide/{slug}
    HEAD /guide/{slug} 404
    GET /old/{slug}.html 404
    GET /wp-content/uploads/{year}/{month}/{slug}.pdf 404
    GET /files/{slug}.zip 404
    HEAD /images/{slug}.png 404
    GET /api/{word}.html 301
    GET /forum/viewtopic.php?t={n} 404`,
  ),
];
