import { type Kind, visit } from '../second/kind.ts';
import { DESKTOP, PHONES } from './agents.ts';
import { DISCOURSE, MAGENTO, WIKI, WOO } from './sites.ts';

// Programs at their own servers: packages, houses, federations and tools.

export const SERVER_VISITS: readonly Kind[] = [
  visit(
    'Docker and Podman at a registry',
    {
      on: ['registry.werkstatt-it.example'],
      agents: [
        'docker/27.3.1 go/go1.22.7 git-commit/41ca978 kernel/6.8.0 os/linux arch/amd64 UpstreamClient(Docker-Client/27.3.1 \\(linux\\))',
        'containers/5.32.2 (github.com/containers/image)',
        'containerd/1.7.22',
      ],
      clients: 5,
      picks: 14,
      pace: 0.6,
    },
    `
    GET /v2/ 401
    GET /v2/
    HEAD /v2/infra/{word}/manifests/latest
    GET /v2/infra/{word}/manifests/sha256:{hex}{hex}{hex}{hex}
    GET /v2/infra/{word}/blobs/sha256:{hex}{hex}{hex}{hex} 307
    POST /v2/infra/{word}/blobs/uploads/ 202
    PUT /v2/infra/{word}/manifests/main 201
    HEAD /v2/infra/{word}/blobs/sha256:{hex}{hex}{hex}{hex} 404
    GET /v2/infra/{word}/tags/list
    GET /v2/_catalog`,
  ),
  visit(
    'package managers at an own mirror',
    {
      on: ['packages.werkstatt-it.example'],
      agents: [
        'pip/24.2 {"ci":true,"cpu":"x86_64"}',
        'npm/10.8.2 node/v22.9.0 linux x64 workspaces/false ci/gitlab',
        'Apache-Maven/3.9.9 (Java 21.0.4; Linux 6.8.0)',
        'Debian APT-HTTP/1.3 (2.6.1)',
        'Composer/2.8.1 (Linux; 6.8.0; PHP 8.3.12; cURL 8.5.0)',
      ],
      clients: 6,
      picks: 22,
      pace: 0.3,
    },
    `
    GET /simple/{word}/
    GET /simple/{word}-{word}/ 404
    GET /npm/@werkstatt%2f{word}
    GET /npm/{word}/-/{word}-{digit}.{digit}.0.tgz
    GET /npm/@types%2f{word} 404
    GET /maven2/example/werkstatt/{word}/maven-metadata.xml
    GET /maven2/org/{word}/{word}/{digit}.0/{word}-{digit}.0.pom 404
    GET /maven2/org/{word}/{word}/{digit}.1/{word}-{digit}.1.jar
    GET /debian/dists/bookworm/InRelease
    GET /debian/dists/bookworm/main/i18n/Translation-de.xz 404
    GET /debian/pool/main/{word}_{digit}.deb
    GET /p2/{word}/{word}.json
    GET /p2/{word}/{word}~dev.json 404
    GET /packages.json`,
  ),
  visit(
    'a house with its own assistant',
    {
      on: ['home.familie-berger.example'],
      agents: [
        'Home Assistant/2024.10.2 (io.robbie.HomeAssistant; build:2024.842; iOS 18.6) Alamofire/5.9.1',
        'Home Assistant/2024.10.3-14622 (Android 14; SM-A546B)',
        PHONES[0] as string,
      ],
      clients: 3,
      picks: 16,
      pace: 5,
    },
    `
    GET /
    GET /api/websocket 101
    POST /api/webhook/{hex}
    GET /auth/authorize?response_type=code&client_id=https%3A%2F%2Fhome-assistant.io%2FiOS
    POST /auth/token
    GET /frontend_latest/app.{hex}.js
    GET /api/camera_proxy/camera.{word}?token={hex}
    GET /manifest.json
    GET /api/hassio/ingress/validate_session 401
    GET /lovelace/0`,
  ),
  visit(
    'servers of the fediverse',
    {
      on: ['social.homelabbers.example'],
      agents: [
        'Mastodon/4.3.1 (http.rb/5.2.0; +https://chaos.example/)',
        'Pleroma 2.7.0; https://fedi.example',
        'Lemmy/0.19.5; +https://lemmy.example',
        'Misskey/2024.10.1 (https://key.example)',
        'http.rb/5.1.1 (Mastodon/4.2.8; +https://norden.example/)',
      ],
      clients: 8,
      picks: 10,
      pace: 6,
    },
    `
    POST /inbox 202
    POST /users/{word}/inbox 202
    GET /.well-known/webfinger?resource=acct:{word}@social.homelabbers.example
    GET /.well-known/nodeinfo
    GET /nodeinfo/2.0
    GET /users/{word}
    GET /users/{word}/statuses/{n} 404
    GET /actor
    GET /api/v1/instance
    GET /.well-known/host-meta
    GET /users/{word} 410`,
  ),
  visit(
    'a server of Matrix and its clients',
    {
      on: ['matrix.homelabbers.example'],
      agents: [
        'Synapse/1.117.0',
        'Element/1.11.82 (Windows NT 10.0)',
        'ElementX/1.9.3 (iPhone 14; iOS 18.6; Scale/3.00)',
      ],
      clients: 4,
      picks: 14,
      pace: 4,
    },
    `
    GET /_matrix/client/versions
    GET /_matrix/client/v3/sync?timeout=30000&since=s{n}_{n}
    PUT /_matrix/federation/v1/send/{n}
    GET /_matrix/key/v2/server
    GET /.well-known/matrix/client
    GET /.well-known/matrix/server
    POST /_matrix/client/v3/keys/query
    GET /_matrix/media/v3/download/chaos.example/{hex} 404
    GET /_matrix/federation/v1/version
    PUT /_matrix/client/v3/rooms/!{hex}:homelabbers.example/send/m.room.message/m{n}`,
  ),
  visit(
    'the screens of the people who run it all',
    {
      on: ['grafana.fleetdesk.example', 'jenkins.fleetdesk.example'],
      agents: DESKTOP,
      clients: 4,
      picks: 14,
      pace: 4,
    },
    `
    GET /login
    POST /login
    GET /d/{hex}/{slug}?orgId=1&refresh=30s
    POST /api/ds/query?ds_type=prometheus
    GET /api/datasources/proxy/1/api/v1/query_range?query=up
    GET /public/build/runtime.{hex}.js
    GET /api/live/ws 101
    GET /job/{word}/{n}/console
    GET /job/{word}/api/json
    GET /manage/
    GET /script
    GET /static/{hex}/scripts/hudson-behavior.js
    POST /job/{word}/build?delay=0sec 201`,
  ),
  visit(
    'an own model on the machine of a colleague',
    {
      on: ['gpu01.fleetdesk.internal'],
      agents: [
        'ollama-python/0.3.3 (x86_64 linux) Python/3.11.9',
        'OpenAI/Python 1.52.0',
        'Mozilla/5.0 (X11; Linux x86_64) Open-WebUI/0.3.35',
      ],
      from: 'private',
      clients: 3,
      picks: 12,
      pace: 12,
    },
    `
    GET /api/tags
    POST /api/chat
    POST /api/generate
    GET /api/version
    GET /v1/models
    POST /v1/chat/completions
    POST /api/embeddings
    POST /api/show 404`,
  ),
  visit(
    'a desk of a shop with its stock program',
    {
      on: [WOO, MAGENTO],
      agents: ['JTL-Connector/1.9 (Windows; .NET 4.8)', 'GuzzleHttp/7', 'WooCommerce API Client-PHP/3.1.0'],
      clients: 3,
      picks: 18,
      pace: 3,
    },
    `
    GET /wp-json/wc/v3/orders?status=processing&per_page=100&page={digit}
    PUT /wp-json/wc/v3/products/{n}
    GET /wp-json/wc/v3/products/{n} 404
    POST /wp-json/wc/v3/products/batch
    GET /rest/V1/orders?searchCriteria%5BpageSize%5D=50
    PUT /rest/V1/products/{word}-{n}
    GET /rest/V1/products/{word}-{n} 404
    POST /rest/V1/integration/admin/token`,
  ),
  visit(
    'scripts of members',
    {
      on: [WIKI, DISCOURSE],
      agents: [
        'mwclient/0.11.0 (https://github.com/mwclient/mwclient)',
        'pywikibot/9.4 (wikipedia:de; User:KreisBot)',
        'discourse_api/2.0.1',
        'curl/8.9.1',
        'Wget/1.21.3',
      ],
      clients: 4,
      picks: 16,
      pace: 2,
    },
    `
    GET /api.php?action=query&titles={word}&prop=revisions&format=json
    POST /api.php
    GET /api.php?action=query&list=allpages&apcontinue={word}&format=json
    GET /latest.json
    GET /t/{n}.json
    GET /t/{n}.json 404
    GET /posts/{n}.json 403
    GET /images/a/a{digit}/{word}.png
    GET /wiki/{word}?action=raw`,
  ),
];
