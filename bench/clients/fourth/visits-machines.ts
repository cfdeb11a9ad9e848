import { type Kind, visit } from '../second/kind.ts';
import { DOCS, GITLAB, LARAVEL, NEWS, NEXT, SPA, SPRING, STATIC, SYMFONY, WORDPRESS } from './sites.ts';

// Monitors and other programs that come by themselves.

export const MACHINE_VISITS: readonly Kind[] = [
  visit(
    'monitors from outside',
    {
      on: [STATIC, LARAVEL, WORDPRESS[0] as string, NEXT],
      agents: [
        'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
        'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
        'Better Uptime Bot Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.4240.111 Safari/537.36',
        'StatusCake_Pagespeed_Indev',
        'check_http/v2.3.1 (monitoring-plugins 2.3.1)',
      ],
      clients: 5,
      picks: 30,
      pace: 60,
    },
    `
    HEAD /
    GET /
    GET /health
    HEAD / 503
    GET /status 404`,
  ),
  visit(
    'probes of the own cluster',
    {
      on: ['10.42.0.17:8080', '10.42.1.9:8080'],
      agents: ['kube-probe/1.30', 'ELB-HealthChecker/2.0', 'GoogleHC/1.0', 'Prometheus/2.54.1'],
      from: 'private',
      clients: 5,
      picks: 40,
      pace: 10,
    },
    `
    GET /healthz
    GET /readyz
    GET /livez
    GET /metrics
    GET /actuator/health
    GET /actuator/health/liveness
    GET /actuator/prometheus
    GET /healthz 503`,
  ),
  visit(
    'a Spring Boot Admin and a collector at their own service',
    {
      on: [SPRING],
      agents: ['ReactorNetty/1.1.22', 'Prometheus/2.54.1', 'Telegraf/1.31.2 Go/1.22.5'],
      clients: 3,
      picks: 14,
      pace: 15,
    },
    `
    GET /actuator/health
    GET /actuator/info
    GET /actuator/metrics
    GET /actuator/metrics/jvm.memory.used
    GET /actuator/prometheus
    GET /actuator/health/readiness`,
  ),
  visit(
    'runners of CI and clones by git',
    {
      on: [GITLAB],
      agents: [
        'gitlab-runner 17.5.0 (17-5-stable; go1.22.7; linux/amd64)',
        'git/2.47.0',
        'git/2.39.5 (Apple Git-154)',
        'JGit/6.8.0.202311291450-r',
      ],
      clients: 6,
      picks: 16,
      pace: 4,
    },
    `
    POST /api/v4/jobs/request 204
    POST /api/v4/jobs/request 201
    PATCH /api/v4/jobs/{n}/trace 202
    PUT /api/v4/jobs/{n}
    GET /infra/{word}.git/info/refs?service=git-upload-pack 401
    GET /infra/{word}.git/info/refs?service=git-upload-pack
    POST /infra/{word}.git/git-upload-pack
    POST /infra/{word}.git/git-receive-pack
    POST /api/v4/jobs/{n}/artifacts 201
    GET /jwt/auth?service=container_registry&scope=repository:infra/{word}:pull
    GET /infra/{word}.git/HEAD 404
    POST /infra/{word}.git/info/lfs/objects/batch`,
  ),
  visit(
    'webhooks',
    {
      on: ['hooks.fleetdesk.example', LARAVEL],
      agents: [
        'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'GitHub-Hookshot/8f3a2c1',
        'GitLab/17.5.1',
        'TwilioProxy/1.1',
        'Shopify-Captain-Hook',
        'PayPal IPN ( https://www.paypal.com/ipn )',
        'Mailgun/Webhook',
      ],
      clients: 8,
      picks: 10,
      pace: 30,
    },
    `
    POST /webhooks/stripe
    POST /webhooks/github 202
    POST /webhooks/gitlab?token={hex} 202
    POST /webhooks/twilio/status
    POST /webhooks/stripe 500
    POST /hooks/{uuid}
    POST /webhooks/paypal.php 404
    POST /webhooks/mailgun/delivered
    POST /hooks/{uuid} 410`,
  ),
  visit(
    'a test of the links in every build',
    {
      on: [DOCS, STATIC],
      agents: [
        'lychee/0.15.1',
        'Mozilla/5.0 (compatible; W3C-checklink/5.0)',
        'LinkChecker/10.4 (+https://linkchecker.github.io/linkchecker/)',
      ],
      clients: 3,
      pace: 0.2,
    },
    `
    HEAD /
    HEAD /guide/{word}
    GET /guide/{word}
    HEAD /reference/{word} 404
    GET /reference/{word} 404
    HEAD /guide/{slug} 404
    GET /guide/{slug} 404
    HEAD /img/{word}.png
    HEAD /img/{word}.svg 404
    GET /img/{word}.svg 404
    HEAD /v1/{word} 301
    HEAD /examples/docker-compose.yml
    HEAD /blog/{year}/{slug} 404
    HEAD /changelog`,
  ),
  visit(
    'files that the web agreed upon',
    {
      on: [NEXT, SPA, NEWS, SYMFONY, DOCS],
      agents: [
        'AdsTxtCrawler/1.0; +https://github.com/InteractiveAdvertisingBureau/adstxtcrawler',
        'AASA-Bot/1.0.0',
        'Mozilla/5.0 (compatible; Google-Site-Verification/1.0)',
        'Mozilla/5.0 (compatible; securitytxt-checker/1.2; +https://findsecuritycontacts.com)',
        'GoogleAssociationService',
        "Mozilla/5.0 (compatible; Let's Encrypt validation server; +https://www.letsencrypt.org)",
      ],
      clients: 8,
      picks: 5,
      pace: 5,
    },
    `
    GET /.well-known/security.txt 404
    GET /security.txt 404
    GET /.well-known/apple-app-site-association
    GET /.well-known/assetlinks.json
    GET /ads.txt
    GET /app-ads.txt 404
    GET /sellers.json 404
    GET /.well-known/acme-challenge/{hex}
    GET /.well-known/acme-challenge/{hex} 404
    GET /google{hex}.html
    GET /.well-known/gpc.json 404
    GET /.well-known/dnt-policy.txt 404
    GET /humans.txt 404`,
  ),
  visit(
    'archives of the web and tests of speed',
    {
      on: [NEWS, STATIC, DOCS],
      agents: [
        'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
        'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
        'ia_archiver',
      ],
      clients: 4,
      picks: 14,
      pace: 2,
    },
    `
    GET /
    GET /robots.txt
    GET /{slug}
    GET /{word}/index.html
    GET /css/main.css
    GET /img/{word}.jpg
    GET /{word}.swf 404
    GET /{word}/{year}/index.htm 404
    GET /favicon.ico`,
  ),
];
