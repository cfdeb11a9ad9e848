import { BROWSERS, CRAWLERS } from './agents.ts';
import { visit } from './kind.ts';

/** Programs that fetch a file for somebody: feeds, previews, settings, well-known files. */
export const FETCHER_VISITS = [
  visit(
    'live video',
    {
      on: ['video.example'],
      agents: [
        ...BROWSERS,
        'AppleCoreMedia/1.0.0.21F79 (iPhone; U; CPU OS 17_5 like Mac OS X; en_us)',
        'VLC/3.0.20 LibVLC/3.0.20',
        'Lavf/60.16.100',
      ],
      pace: 0.5,
      clients: 6,
      picks: 30,
    },
    `
    GET /live/{word}/index.m3u8
    GET /live/{word}/segment{n}.ts
    GET /live/{word}/segment{n}.ts 404
    GET /live/{word}/chunk-{n}.m4s 404`,
  ),
  visit(
    'well-known files',
    {
      on: ['shop.example', 'docs.example', 'notes.example'],
      pace: 3,
      clients: 10,
      picks: 10,
      agents: [
        ...CRAWLERS.slice(0, 2),
        ...BROWSERS.slice(0, 2),
        'curl/8.5.0',
        'Go-http-client/2.0',
        "Mozilla/5.0 (compatible; Let's Encrypt validation server; +https://www.letsencrypt.org)",
        'http.rb/5.1.1 (Mastodon/4.2.9; +https://social.example/)',
        'AdsTxtCrawler/1.0; +https://iabtechlab.com',
        'okhttp/4.12.0',
      ],
    },
    `
    GET /.well-known/security.txt 404
    GET /.well-known/assetlinks.json 404
    GET /.well-known/apple-app-site-association 404
    GET /.well-known/change-password 404
    GET /.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200 404
    GET /.well-known/acme-challenge/{hex}{hex}
    GET /.well-known/pki-validation/fileauth.txt 404
    GET /.well-known/openid-configuration 404
    GET /.well-known/oauth-authorization-server 404
    GET /.well-known/webfinger?resource=acct:{word}@shop.example 404
    GET /.well-known/nodeinfo 404
    GET /.well-known/host-meta 404
    GET /.well-known/mta-sts.txt 404
    GET /.well-known/matrix/client 404
    GET /.well-known/traffic-advice 404
    GET /.well-known/gpc.json 404
    GET /.well-known/dnt-policy.txt 404
    GET /.well-known/ai-plugin.json 404
    GET /.well-known/mcp.json 404
    GET /.well-known/atproto-did 404
    GET /ads.txt 404
    GET /app-ads.txt 404
    GET /sellers.json 404
    GET /security.txt 404
    GET /humans.txt 404
    GET /llms.txt 404
    GET /sitemap_index.xml 404
    GET /sitemap.xml.gz 404`,
  ),
  visit(
    'feed readers',
    {
      on: ['docs.example', 'notes.example', 'press.example'],
      pace: 0.5,
      clients: 8,
      picks: 12,
      agents: [
        'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 31 subscribers)',
        'NetNewsWire (RSS Reader; https://netnewswire.com/)',
        'Mozilla/5.0 (compatible; Miniflux/2.1.3; +https://miniflux.app)',
        'FreshRSS/1.24.0 (Linux; https://freshrss.org)',
        'Tiny Tiny RSS/24.05 (https://tt-rss.org/)',
        'Inoreader/1.0 (+http://www.inoreader.com/feed-fetcher; 8 subscribers; )',
        'Mozilla/5.0 (compatible; NewsBlur Feed Fetcher)',
        'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
      ],
    },
    `
    GET /feed 404
    GET /feed/ 404
    GET /rss 404
    GET /rss.xml
    GET /atom.xml 404
    GET /index.xml 404
    GET /feed.json 404
    GET /feeds/posts/default 404
    GET /blog/feed.xml 404
    GET /index.rdf 404
    GET /rss.php 404
    GET /rss.xml 304
    GET /podcast/{slug}.mp3 404`,
  ),
  visit(
    'servers of a social network',
    {
      on: ['social.example'],
      pace: 0.2,
      clients: 8,
      picks: 30,
      agents: [
        'http.rb/5.1.1 (Mastodon/4.2.9; +https://social.example/)',
        'Misskey/2024.5.0 (https://other.example)',
        'Akkoma 3.13.2; https://akko.example',
        'PeerTube/6.1.0 (+https://tube.example)',
        'Lemmy/0.19.3; +https://lemmy.example',
      ],
    },
    `
    GET /.well-known/webfinger?resource=acct:{word}@social.example
    GET /.well-known/nodeinfo
    GET /nodeinfo/2.0
    GET /users/{word}
    GET /users/{word} 410
    GET /users/{word}/statuses/{n} 404
    GET /objects/{uuid} 404
    POST /inbox 202
    POST /users/{word}/inbox 404
    GET /media/{hex}.jpg 404`,
  ),
  visit(
    'mail programs that look for settings',
    {
      on: ['shop.example', 'club.example', 'docs.example'],
      pace: 1,
      clients: 6,
      agents: [
        'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Thunderbird/115.11.0',
        'Outlook-iOS-Android/1.0',
        'Microsoft.Outlook.15',
        '',
      ],
    },
    `
    POST /autodiscover/autodiscover.xml 404
    GET /autodiscover/autodiscover.xml 404
    GET /autodiscover/autodiscover.json?Email={word}%40shop.example&Protocol=ActiveSync&RedirectCount=1 404
    POST /Autodiscover/Autodiscover.xml 404
    GET /.well-known/autoconfig/mail/config-v1.1.xml?emailaddress={word}%40shop.example 404
    GET /mail/config-v1.1.xml?emailaddress={word}%40shop.example 404`,
  ),
  visit(
    'previews of links',
    {
      on: ['news.example', 'shop.example'],
      pace: 3,
      clients: 10,
      picks: 6,
      agents: [
        'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
        'WhatsApp/2.24.11.79 A',
        'TelegramBot (like TwitterBot)',
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
        'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
        'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
        'Twitterbot/1.0',
        'Iframely/1.3.1 (+https://iframely.com/docs/about)',
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      ],
    },
    `
    GET /{word}/{slug}
    HEAD /{word}/{slug}
    GET /images/{slug}.jpg
    GET /{word}/{slug} 404
    GET /oembed?url=https%3A%2F%2Fnews.example%2F{slug} 404`,
  ),
];
