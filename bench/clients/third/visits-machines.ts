import { visit } from '../second/kind.ts';

/** Programs that come by themselves: package managers, caches, mirrors, monitors, devices. */
export const MACHINE_VISITS = [
  visit(
    'npm, which looks in every store',
    {
      on: ['nexus.werft-nord.example', 'packages.saatgut.example'],
      agents: ['npm/10.9.2 node/v22.13.0 linux x64 workspaces/false'],
      answer: 404,
      pace: 0.08,
      picks: 28,
    },
    `
    GET /npm/@{word}%2f{word}
    GET /npm/{word}-{word}
    GET /npm/{word}/-/{word}-{digit}.{digit}.0.tgz 200
    POST /npm/-/npm/v1/security/advisories/bulk
    `,
  ),
  visit(
    'Maven, which looks in every store',
    {
      on: ['nexus.werft-nord.example', 'packages.saatgut.example'],
      agents: [
        'Apache-Maven/3.9.9 (Java 21.0.5; Linux 6.1.0-28-amd64)',
        'Gradle/8.12 (Linux;6.1.0-28-amd64;amd64)',
      ],
      answer: 404,
      pace: 0.05,
      picks: 36,
    },
    `
    GET /maven/de/{word}/{word}/maven-metadata.xml
    GET /maven/org/{word}/{word}-core/{digit}.{digit}.0/{word}-core-{digit}.{digit}.0.pom
    GET /maven/org/{word}/{word}-core/{digit}.{digit}.0/{word}-core-{digit}.{digit}.0-sources.jar
    GET /maven/com/{word}/{word}/{digit}.{digit}/{word}-{digit}.{digit}.jar.sha1
    `,
  ),
  visit(
    'pip, Composer, Go and NuGet, which look in every store',
    {
      on: ['nexus.werft-nord.example', 'packages.saatgut.example'],
      agents: [
        'pip/24.3.1 {"ci":true,"implementation":{"name":"CPython","version":"3.12.8"}}',
        'Composer/2.8.4 (Linux; 6.1.0-28-amd64; PHP 8.3.14; cURL 8.11.0)',
        'GoModuleMirror/1.0',
        'NuGet Command Line/6.12.1',
      ],
      answer: 404,
      pace: 0.2,
      clients: 4,
      picks: 14,
    },
    `
    GET /simple/{word}-{word}/
    GET /simple/{word}/
    GET /packages/{word}-{digit}.{digit}.0-py3-none-any.whl.metadata
    GET /p2/{word}/{word}~dev.json
    GET /p2/{word}/{word}.json 200
    GET /go/{word}.example/{word}/@v/list
    GET /go/{word}.example/{word}/@latest
    GET /nuget/v3-flatcontainer/{word}.{word}/index.json
    `,
  ),
  visit(
    'Nix, whose cache has little',
    {
      on: ['nix.lochkarte.example'],
      agents: ['curl/8.11.0 Nix/2.24.11'],
      answer: 404,
      pace: 0.02,
      picks: 40,
    },
    `
    GET /{hex}{hex}.narinfo
    GET /nar/{hex}{hex}.nar.xz 200
    GET /nix-cache-info 200
    `,
  ),
  visit(
    'caches of builds, most of it not there yet',
    {
      on: ['cache.werft-nord.example'],
      agents: ['bazel/8.0.1', 'Turbo/2.3.3 linux x86_64'],
      answer: 404,
      pace: 0.02,
      picks: 30,
    },
    `
    GET /ac/{hex}{hex}{hex}{hex}
    PUT /cas/{hex}{hex}{hex}{hex} 201
    GET /v8/artifacts/{hex}?slug={word}
    HEAD /sccache/{digit}/{digit}/{hex}{hex}
    `,
  ),
  visit(
    'debuggers in search of symbols',
    {
      on: ['symbols.werft-nord.example'],
      agents: ['debuginfod/0.192', 'Microsoft-Symbol-Server/10.0.10036.206'],
      answer: 404,
      pace: 0.1,
      picks: 24,
    },
    `
    GET /buildid/{hex}{hex}/debuginfo
    GET /buildid/{hex}{hex}/executable
    GET /{word}.pdb/{hex}{hex}1/{word}.pdb
    GET /{word}.dll/{hex}/{word}.dl_
    `,
  ),
  visit(
    'apt and other mirrors',
    {
      on: ['deb.werft-nord.example', 'mirror.fh-rhein.example'],
      agents: [
        'Debian APT-HTTP/1.3 (2.6.1)',
        'libdnf (Fedora Linux 41; generic; Linux.x86_64)',
        'pacman/7.0.0 (Linux x86_64) libalpm/15.0.0',
      ],
      pace: 0.2,
      clients: 3,
    },
    `
    GET /debian/dists/bookworm/InRelease
    GET /debian/dists/bookworm/Release 404
    GET /debian/dists/bookworm/Release.gpg 404
    GET /debian/dists/bookworm/main/binary-amd64/by-hash/SHA256/{hex}{hex}{hex}{hex} 404
    GET /debian/dists/bookworm/main/i18n/Translation-de.xz 404
    GET /debian/dists/bookworm/main/dep11/icons-64x64.tar.gz
    GET /debian/pool/main/{word}/{word}_{digit}.{digit}-1_amd64.deb
    GET /fedora/linux/updates/41/Everything/x86_64/repodata/repomd.xml
    GET /archlinux/core/os/x86_64/core.db
    GET /archlinux/core/os/x86_64/core.db.sig 404
    GET /debian/pool/main/p/phpmyadmin/phpmyadmin_5.2.1_all.deb
    GET /debian/pool/main/w/wordpress/wordpress_6.1.6_all.deb
    `,
  ),
  visit(
    'monitors',
    {
      on: ['www.rushmere-news.example', 'status.plumline.example', 'shop.kessler-moebel.example'],
      agents: [
        'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
        'Blackbox-Exporter/0.25.0',
        'check_http/v2.3.3 (monitoring-plugins 2.3.3)',
        'ELB-HealthChecker/2.0',
        'Zabbix 7.0.6',
        'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
        'Uptime-Kuma/1.23.16',
      ],
      pace: 30,
      clients: 14,
      picks: 3,
    },
    `
    HEAD /
    GET /health
    GET /healthz 503
    GET /actuator/health 404
    GET /server-status?auto
    GET /nginx_status
    GET /status?json
    GET /fpm-ping
    GET /ping
    GET /login
    GET /api/health/db?probe={n}
    GET /robots.txt
    GET /monitoring/canary?nonce={hex}
    `,
  ),
  visit(
    'devices that ask the same old servers',
    {
      on: ['update.thermofix.example', 'iot.wanderweg.example'],
      agents: [
        'ESP8266HTTPClient',
        '',
        'lwIP/2.1.2 (http://savannah.nongnu.org/projects/lwip)',
        'Arduino/1.0',
        'ESP32-OTA',
      ],
      pace: 5,
      clients: 12,
      picks: 4,
    },
    `
    GET /fw/{word}-{digit}.{digit}.bin 404
    GET /update.php?mac={hex}&fw=1.{digit}
    GET /firmware/version.txt
    POST /cgi-bin/report.cgi?id={n}&t=2{digit}.5
    GET /time.php
    GET /config/{hex}.cfg 404
    GET /provisioning/{hex}.xml 404
    GET /y0000000000{digit}.cfg 404
    GET /snom{n}-{hex}.htm 404
    POST /api/submit?key={hex}
    GET /esp/log?msg=boot%20ok%20rst%3D{digit}
    `,
  ),
] as const;
