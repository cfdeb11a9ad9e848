import { BROWSERS } from './agents.ts';
import { visit } from './kind.ts';

/** Mirrors, registries, caches and repositories. Their clients ask for what may not be there. */
export const STORE_VISITS = [
  visit(
    'Debian mirror',
    {
      on: ['mirror.example'],
      agents: ['Debian APT-HTTP/1.3 (2.6.1)', 'Debian APT-HTTP/1.3 (2.7.14) non-interactive'],
      pace: 0.1,
      clients: 5,
      picks: 30,
    },
    `
    GET /debian/dists/bookworm/InRelease
    GET /debian/dists/bookworm-backports/InRelease 304
    GET /debian/dists/{word}/InRelease 404
    GET /debian/dists/{word}/Release 404
    GET /debian/dists/bookworm/main/i18n/Translation-{word}.xz 404
    GET /debian/dists/bookworm/main/binary-amd64/by-hash/SHA256/{hex} 404
    GET /debian/dists/bookworm/main/dep11/icons-48x48.tar.gz 404
    GET /debian/pool/main/{word}/{slug}_1.2-{digit}_amd64.deb
    GET /debian/pool/main/{word}/{slug}_1.1-{digit}_amd64.deb 404`,
  ),
  visit(
    'package registry of a company',
    {
      on: ['packages.example'],
      pace: 0.05,
      clients: 8,
      picks: 40,
      agents: [
        'pip/24.0 {"ci":true,"cpu":"x86_64","python":"3.11.9"}',
        'npm/10.5.0 node/v20.12.2 linux x64 workspaces/false',
        'Apache-Maven/3.9.6 (Java 17.0.11; Linux 6.1.0)',
        'Gradle/8.7 (Linux;6.1.0;amd64)',
        'cargo/1.78.0 (54d8815d0 2024-03-26)',
        'Composer/2.7.6 (Linux; 6.1.0; PHP 8.2.18)',
        'Go-http-client/1.1',
        'yarn/1.22.22 npm/? node/v20.12.2 linux x64',
      ],
    },
    `
    GET /simple/{slug}/ 404
    GET /simple/{slug}/ 200
    GET /{slug} 404
    GET /@company%2f{slug} 200
    GET /repository/releases/com/{word}/{slug}/1.{digit}.0/{slug}.pom 404
    GET /repository/releases/com/{word}/{slug}/maven-metadata.xml 404
    HEAD /repository/releases/org/{word}/{slug}/1.{digit}/{slug}.module 404
    GET /index/{word}/{slug} 404
    GET /config.json 200
    GET /github.com/{word}/{slug}/@v/v1.{digit}.0.mod 404
    GET /packages.json 200
    GET /p2/{word}/{slug}~dev.json 404
    GET /v2/ 401
    GET /v2/{word}/manifests/latest 404
    HEAD /v2/{word}/blobs/sha256:{hex} 404`,
  ),
  visit(
    'build caches',
    {
      on: ['cache.example'],
      pace: 0.03,
      clients: 5,
      picks: 60,
      agents: [
        'curl/8.7.1 Nix/2.18.2',
        'bazel/7.1.1',
        'turbo 1.13.3 fed0f0f linux x86_64',
        'elfutils/0.191,Linux/x86_64,debian/12',
        'sccache/0.8.0',
      ],
    },
    `
    GET /{hex}{hex}.narinfo 404
    GET /{hex}{hex}.narinfo 200
    GET /ac/{hex}{hex} 404
    HEAD /cas/{hex}{hex} 404
    GET /v8/artifacts/{hex}?slug=team 404
    GET /buildid/{hex}{hex}/debuginfo 404
    PUT /cas/{hex}{hex} 200`,
  ),
  visit(
    'object storage',
    {
      on: ['storage.example'],
      pace: 0.05,
      clients: 5,
      picks: 40,
      agents: [
        'Boto3/1.34.100 md/Botocore#1.34.100 ua/2.0 os/linux#6.1.0',
        'rclone/v1.66.0',
        'aws-cli/2.15.50 md/Python#3.11.8',
        'MinIO (linux; amd64) minio-go/v7.0.66',
        'duplicity 2.2.3',
      ],
    },
    `
    HEAD /bucket/{word}/{slug}.parquet 404
    HEAD /backups/{hex} 404
    HEAD /backups/db.sql.gz 404
    PUT /backups/{year}-{month}-{digit}.sql.gz 200
    GET /backups/{year}-{month}-{digit}.tar.gz 200
    GET /bucket?list-type=2&prefix={word}%2F
    GET /bucket/.env.production.enc 200
    HEAD /bucket/{hex}/{hex} 404`,
  ),
  visit(
    'git over HTTP',
    {
      on: ['git.example'],
      agents: [
        'git/2.39.2',
        'git/2.45.1.windows.1',
        'git-lfs/3.5.1 (GitHub; linux amd64; go 1.21.8)',
        'JGit/6.9.0',
        'go-git/5.x',
      ],
      pace: 0.3,
      clients: 8,
      picks: 20,
    },
    `
    GET /{word}/{slug}.git/info/refs?service=git-upload-pack
    GET /{word}/{slug}.git/info/refs?service=git-upload-pack 401
    GET /{word}/{slug}.git/info/refs?service=git-upload-pack 404
    POST /{word}/{slug}.git/git-upload-pack
    POST /{word}/{slug}.git/git-receive-pack
    GET /{word}/{slug}.git/HEAD
    GET /{word}/{slug}.git/objects/info/packs
    GET /{word}/{slug}.git/objects/info/http-alternates 404
    GET /{word}/{slug}.git/objects/ab/{hex}{hex} 404
    GET /{word}/app/.git/info/refs?service=git-upload-pack 404
    POST /{word}/{slug}.git/info/lfs/objects/batch`,
  ),
  visit(
    'reading code in a git server',
    {
      on: ['git.example'],
      agents: [...BROWSERS, 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
      pace: 4,
      clients: 8,
      picks: 14,
    },
    `
    GET /{word}/{slug}
    GET /{word}/{slug}/src/branch/main/.env.example
    GET /{word}/{slug}/src/branch/main/.github/workflows/test.yml
    GET /{word}/{slug}/raw/branch/main/.gitignore
    GET /{word}/{slug}/src/branch/main/docker-compose.yml
    GET /{word}/{slug}/src/branch/main/wp-config-sample.php
    GET /{word}/{slug}/blame/branch/main/vendor/phpunit/phpunit/phpunit
    GET /{word}/{slug}/raw/branch/main/config/database.yml
    GET /{word}/{slug}/src/branch/old/.env 404
    GET /{word}/{slug}/raw/branch/main/.travis.yml 404
    GET /{word}/{slug}/archive/main.zip
    GET /{word}/{slug}/issues/{n} 404
    GET /user/login?redirect_to=%2f{word}
    GET /explore/repos?q={word}`,
  ),
];
