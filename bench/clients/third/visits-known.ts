import { visit } from '../second/kind.ts';
import { BROWSERS, OLD_BROWSERS, PHONES } from './agents.ts';

/** Files at known places, which programs ask for by themselves, and feeds. */
export const KNOWN_VISITS = [
  visit(
    'what browsers and phones ask for by themselves',
    {
      on: ['203.0.113.80', 'www.reiseblick.example', 'crew.volkshaus.example'],
      agents: [...BROWSERS, ...PHONES, ...OLD_BROWSERS],
      answer: 404,
      pace: 1,
      clients: 16,
      picks: 5,
    },
    `
    GET /favicon.ico
    GET /favicon.png
    GET /favicon.svg
    GET /favicon-32x32.png?v={hex}
    GET /apple-touch-icon.png
    GET /apple-touch-icon-precomposed.png
    GET /apple-touch-icon-120x120.png
    GET /apple-touch-icon-152x152-precomposed.png
    GET /apple-touch-icon-180x180.png
    GET /android-chrome-192x192.png
    GET /browserconfig.xml
    GET /mstile-150x150.png
    GET /manifest.json
    GET /site.webmanifest
    GET /opensearch.xml
    GET /safari-pinned-tab.svg
    GET /sw.js
    GET /.well-known/appspecific/com.chrome.devtools.json
    GET /.well-known/change-password
    GET /.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200
    GET /.well-known/passkey-endpoints
    GET /.well-known/webauthn
    GET /.well-known/gpc.json
    GET /.well-known/dnt-policy.txt
    GET /.well-known/related-website-set.json
    GET /.well-known/web-identity
    `,
  ),
  visit(
    'what programs look up at known places',
    {
      on: ['harrow.example', 'tallyho.example', 'kanzlei-brandt.example'],
      agents: [
        'Chrome Privacy Preserving Prefetch Proxy',
        'Mastodon/4.3.2 (http.rb/5.2.0; +https://social.lochkarte.example/)',
        'Mozilla/5.0 (compatible; AdsTxtCrawler/1.0; +https://github.com/InteractiveAdvertisingBureau/adstxtcrawler)',
        'Synapse (bot; +https://github.com/matrix-org/synapse)',
        'security-txt-reader/0.4 (+https://securitytxt.example/)',
        'python-requests/2.32.3',
      ],
      answer: 404,
      pace: 4,
      clients: 26,
      picks: 3,
    },
    `
    GET /.well-known/traffic-advice
    GET /.well-known/webfinger?resource=acct:{word}@harrow.example
    GET /.well-known/nodeinfo
    GET /nodeinfo/2.0
    GET /.well-known/host-meta
    GET /.well-known/atproto-did
    GET /.well-known/matrix/server
    GET /.well-known/matrix/client
    GET /.well-known/mta-sts.txt
    GET /ads.txt
    GET /app-ads.txt
    GET /sellers.json
    GET /.well-known/security.txt
    GET /security.txt
    GET /.well-known/assetlinks.json
    GET /.well-known/apple-app-site-association
    GET /.well-known/openid-configuration
    GET /.well-known/jwks.json
    GET /.well-known/openpgpkey/policy
    GET /.well-known/openpgpkey/hu/{hex}?l={word}
    GET /.well-known/ai-plugin.json
    GET /.well-known/agent-card.json
    GET /llms.txt
    GET /llms-full.txt
    GET /humans.txt
    GET /.well-known/tdmrep.json
    GET /.well-known/trust.txt
    GET /.well-known/apple-developer-merchantid-domain-association
    GET /.well-known/discord
    GET /keybase.txt
    GET /BingSiteAuth.xml
    GET /google{hex}.html
    GET /yandex_{hex}.html
    `,
  ),
  visit(
    'certificates',
    {
      on: ['www.tiny-looms.example', 'mail.kanzlei-brandt.example'],
      agents: [
        "Mozilla/5.0 (compatible; Let's Encrypt validation server; +https://www.letsencrypt.org)",
        'acme.zerossl.com/v2/DV90',
        'DigiCert DCV Bot/1.1',
        'certbot/2.11.0',
        'Caddy/2.8.4 CertMagic acmez (linux; amd64)',
      ],
      pace: 1,
      clients: 12,
      picks: 2,
    },
    `
    GET /.well-known/acme-challenge/{hex}{hex}-{word}
    GET /.well-known/acme-challenge/{hex}_{hex} 404
    GET /.well-known/acme-challenge/test-{n} 404
    GET /.well-known/acme-challenge/letsdebug-test 404
    GET /.well-known/pki-validation/{hex}{hex}.txt
    GET /.well-known/pki-validation/fileauth.txt 404
    GET /.well-known/pki-validation/gsdv.txt 404
    GET /.well-known/acme-challenge/ 403
    `,
  ),
  visit(
    'mail and calendars that are looked up at the domain',
    {
      on: ['harrow.example', 'familie-voss.example', 'autodiscover.praxis-lenz.example'],
      agents: [
        'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.18227; Pro)',
        'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.6.0',
        'macOS/15.2 (24C101) accountsd/113',
        'iOS/18.2 (22C152) remindd/1.0',
        'Outlook-Android/2.0',
      ],
      answer: 404,
      pace: 0.5,
      clients: 12,
      picks: 5,
    },
    `
    POST /autodiscover/autodiscover.xml
    POST /Autodiscover/Autodiscover.xml
    GET /autodiscover/autodiscover.xml
    GET /autodiscover/autodiscover.json/v1.0/{word}@harrow.example?Protocol=ActiveSync&RedirectCount=1
    GET /.well-known/autoconfig/mail/config-v1.1.xml?emailaddress={word}%40harrow.example
    GET /mail/config-v1.1.xml?emailaddress={word}%40familie-voss.example
    OPTIONS /Microsoft-Server-ActiveSync
    PROPFIND /.well-known/caldav
    PROPFIND /.well-known/carddav
    PROPFIND /principals/
    PROPFIND /principals/users/{word}/
    PROPFIND /calendar/dav/{word}/user/
    PROPFIND / 405
    PROPFIND /dav/
    OPTIONS / 200
    POST /EWS/Exchange.asmx
    GET /.well-known/jmap
    `,
  ),
  visit(
    'Windows and Office, which look for folders and proxies',
    {
      on: ['kunden.elektro-haas.example', 'wpad.werft-nord.example'],
      agents: [
        'Microsoft-WebDAV-MiniRedir/10.0.19045',
        'WinHttp-Autoproxy-Service/5.1',
        'Microsoft Office Word 2014 (16.0.17928) Windows NT 10.0',
        'Microsoft Data Access Internet Publishing Provider Protocol Discovery',
        'Mozilla/4.0 (compatible; MS FrontPage 6.0)',
      ],
      answer: 404,
      pace: 0.5,
      clients: 12,
      picks: 4,
    },
    `
    GET /wpad.dat
    GET /proxy.pac
    OPTIONS / 405
    OPTIONS /downloads/ 405
    PROPFIND /downloads 405
    HEAD /downloads/{slug}.docx 200
    GET /_vti_inf.html
    POST /_vti_bin/shtml.exe/_vti_rpc
    POST /_vti_bin/_vti_aut/author.dll
    GET /_vti_bin/owssvr.dll?UL=1&ACT=4&BUILD=6551&STRMVER=4&CAPREQ=0
    GET /MSOffice/cltreq.asp?UL=1&ACT=4&BUILD=6551&STRMVER=4&CAPREQ=0
    POST /_vti_bin/webs.asmx
    PROPFIND /desktop.ini 405
    GET /downloads/desktop.ini
    GET /crossdomain.xml
    GET /clientaccesspolicy.xml
    LOCK /downloads/{slug}.docx 405
    `,
  ),
  visit(
    'readers of feeds, long after',
    {
      on: ['blog.tallyho.example', 'www.rushmere-news.example', 'www.studio-ombra.example'],
      agents: [
        'FreshRSS/1.25.0 (Linux; https://freshrss.org)',
        'Tiny Tiny RSS/24.12 (https://tt-rss.org/)',
        'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 3 subscribers)',
        'NetNewsWire (RSS Reader; https://netnewswire.com/)',
        'AntennaPod/3.6.1',
        'Liferea/1.15.8 (Linux; https://lzone.de/liferea/)',
      ],
      pace: 15,
      clients: 16,
      picks: 4,
    },
    `
    GET /feed
    GET /feed/ 304
    GET /rss.xml
    GET /atom.xml 404
    GET /index.rdf 404
    GET /rss.php 404
    GET /?feed=rss2
    GET /?feed=comments-rss2
    GET /wp-rss2.php 301
    GET /wp-feed.php 404
    GET /wp-commentsrss2.php 404
    GET /blog/index.php?feed=atom 404
    GET /feeds/posts/default?alt=rss 404
    GET /cgi-bin/mt/mt-xsearch.cgi?format=rss 404
    GET /podcast/{slug}.mp3 206
    GET /category/{word}/feed/
    GET /comments/feed/
    GET /backend.php?wireframe=rss 404
    GET /external.php?type=RSS2 404
    GET /index.php?option=com_ninjarsssyndicator&feed_id={digit}&format=raw 404
    `,
  ),
] as const;
