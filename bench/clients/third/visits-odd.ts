import { visit } from '../second/kind.ts';
import { BROWSERS, LIBRARIES, OLD_BROWSERS, PHONES } from './agents.ts';

/** Odd but honest: crawlers, extensions, old machines, people next to a scanner. */
export const ODD_VISITS = [
  visit(
    'crawlers that remember what is gone',
    {
      on: ['blog.tallyho.example', 'www.landkreis-ebersau.example', 'forum.oldtimer-ost.example'],
      agents: [
        'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36',
        'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
        'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
        'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
      ],
      answer: 404,
      pace: 2,
      clients: 5,
      picks: 24,
    },
    `
    GET /robots.txt 200
    GET /{year}/{month}/{slug}.html
    GET /index.php?option=com_content&view=article&id={n}
    GET /wp-content/uploads/{year}/{month}/{word}.jpg
    GET /?page_id={n}
    GET /viewtopic.php?p={n}
    GET /node/{n}
    GET /de/{slug}
    GET /cgi-bin/{word}.pl?id={n}
    GET /tag/{word}/feed/
    GET /{slug}.php
    GET /shop/product_info.php?products_id={n}
    GET /forum/thread-{n}.html
    GET /news/{n}/{slug}.aspx
    GET /sitemap_index.xml
    `,
  ),
  visit(
    'those who look at a link before people do',
    {
      on: ['www.rushmere-news.example', 'app.fahrtenbuch.example'],
      agents: [
        'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
        'WhatsApp/2.24.25.78 A',
        'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko; Google-Read-Aloud) Chrome/130.0.0.0 Safari/537.36',
        'BarracudaLinkProtectBot/1.0',
        'SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
      ],
      pace: 2,
      clients: 20,
      picks: 2,
    },
    `
    GET /{year}/{month}/{slug}
    HEAD /{slug}
    GET /oembed.json?url={word}
    GET /password/reset/{hex}{hex}
    GET /invite/{uuid}
    GET /unsubscribe?u={hex}&c={n}
    GET /{slug}?ved=%7B%22a%22%3A{n}%7D
    GET /og/{slug}.png
    GET /{slug}%E2%80%A6 404
    GET /{slug}...
    GET /s/{hex} 302
    `,
  ),
  visit(
    'extensions and apps in the browser',
    {
      on: ['shop.saatgut.example', 'www.farbenhaus.example', 'crew.volkshaus.example'],
      agents: BROWSERS,
      answer: 404,
      pace: 1,
      clients: 16,
      picks: 4,
    },
    `
    GET /chrome-extension://{word}{hex}/inject.js
    GET /ext/{word}/content.css
    GET /cart.js
    GET /products.json?limit=1
    GET /meta.json
    GET /admin/internal/web/graphql/core
    GET /.well-known/ucp
    GET /.well-known/browserid
    GET /.well-known/dnt
    GET /.well-known/monetization
    GET /.well-known/lnurlp/{word}
    GET /.well-known/nostr.json?name={word}
    GET /.well-known/keybase.txt
    GET /api/nfts/metadata/{n}
    GET /rss
    GET /feed.json
    GET /index.xml
    GET /amp/{slug}
    GET /grammarly.css
    GET /hybridaction/zybTrackerStatisticsAction?data={n}&__callback__=jsonp{n}
    GET /bundle.js.LICENSE.txt
    GET /ajax/libs/{word}/{word}.min.js
    `,
  ),
  visit(
    'machines that few have seen',
    {
      on: ['www.fh-rhein.example', 'wiki.lochkarte.example', 'www.chor-wiesental.example'],
      agents: [
        'Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1',
        'w3m/0.5.3+git20230121',
        'Mozilla/5.0 (Nintendo WiiU) AppleWebKit/536.30 (KHTML, like Gecko) NX/3.0.4.2.13 NintendoBrowser/4.3.2.11274.EU',
        'Mozilla/5.0 (PlayStation; PlayStation 5/9.00) AppleWebKit/605.1.15 (KHTML, like Gecko)',
        'Mozilla/5.0 (Linux; U; en-US) AppleWebKit/528.5+ (KHTML, like Gecko, Safari/528.5+) Version/4.0 Kindle/3.0',
        'Mozilla/4.0 (compatible; MSIE 6.0; Windows 98)',
        'Dillo/3.1.1',
        'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/191.308; U; en) Presto/2.12.423 Version/12.16',
        '',
        'NetSurf/3.11 (RISC OS; armv6l)',
      ],
      pace: 6,
      clients: 10,
    },
    `
    GET /
    GET /index.html 404
    GET /{slug}
    GET /wiki/{word}
    GET /style.css
    GET /images/{word}.gif 404
    GET /favicon.ico 404
    GET /{word}/?lang=fr
    GET /robots.txt
    GET /{word}.htm 404
    `,
  ),
  visit(
    'small scripts of people, without manners',
    {
      on: ['data.feldforschung.example', 'www.landkreis-ebersau.example', 'api.saatgut.example'],
      agents: [...LIBRARIES, '', 'Mozilla/5.0', 'Python-urllib/3.11', 'libwww-perl/6.77', 'Ruby', 'node'],
      pace: 0.4,
      clients: 12,
      picks: 6,
    },
    `
    GET /data/{year}/{word}.csv
    GET /data/{year}/{month}.csv 404
    GET /data/latest.json
    GET /muell/kalender.php?strasse={word}&jahr={year}
    GET /abfuhr.ics?bezirk={digit}
    GET /api/v1/measurements?station={n}&from={year}-{month}-01
    GET /export.php?table=stations&format=json
    GET /stations/{n}.xml
    GET /stations/{n}.xml?raw=1 404
    GET /wetter/rss.php?plz={n}
    GET /index.php?format=json&id={n}
    POST /api/query
    GET /cgi-bin/pegel.pl?ort={word}
    GET /cgi-bin/luftdaten.cgi?days={digit}
    `,
  ),
  visit(
    'people in the office of a scanner, behind the same address',
    {
      on: ['wiki.eastmarsh.example', 'portal.eastmarsh.example'],
      agents: [BROWSERS[1] as string, BROWSERS[3] as string],
      behind: 'a scanner in an office, behind the address of everybody there',
      pace: 6,
    },
    `
    GET /display/TEAM/{slug}
    GET /pages/viewpage.action?pageId={n}
    GET /login.action?os_destination=%2Findex.action
    POST /dologin.action 302
    GET /rest/api/content/search?cql=text~%22{word}%22
    GET /download/attachments/{n}/{slug}.docx?version={digit}&api=v2
    GET /s/{hex}/{n}/{hex}/_/download/batch/{word}.css
    GET /plugins/servlet/confluence/placeholder/macro?definition={hex}
    POST /rest/analytics/1.0/publish/bulk
    GET /secure/Dashboard.jspa
    GET /browse/TEAM-{n}
    GET /rest/api/2/search?jql=project%20%3D%20TEAM%20ORDER%20BY%20created%20DESC
    `,
  ),
  visit(
    'a school behind one address',
    {
      on: ['lernen.gymnasium-au.example'],
      agents: [...BROWSERS, ...PHONES, ...OLD_BROWSERS],
      from: 'shared',
      pace: 1,
      clients: 14,
    },
    `
    GET /login/index.php
    GET /course/view.php?id={n}
    GET /mod/resource/view.php?id={n} 303
    GET /pluginfile.php/{n}/mod_page/content/{digit}/{word}.png 404
    GET /kalender/{word} 404
    GET /favicon.ico
    `,
  ),
  visit(
    'a phone that changes its address',
    {
      on: ['m.rushmere-news.example', 'www.reiseblick.example'],
      agents: PHONES,
      from: 'hops',
      pace: 6,
      clients: 3,
    },
    `
    GET /
    GET /{year}/{month}/{slug}
    GET /img/{hex}-480w.webp
    GET /img/{hex}-480w.webp?retry=1 404
    GET /apple-touch-icon-precomposed.png 404
    GET /api/ticker?since={n}
    GET /{word}/{slug}?amp=1
    GET /manifest.json
    GET /push/subscribe 405
    `,
  ),
  visit(
    'a videoplayer that lost its place',
    {
      on: ['stream.chor-wiesental.example'],
      agents: [
        'AppleCoreMedia/1.0.0.22G86 (iPhone; U; CPU OS 18_6 like Mac OS X; de_de)',
        'VLC/3.0.21 LibVLC/3.0.21',
        'Lavf/61.7.100',
      ],
      answer: 404,
      pace: 0.3,
      clients: 3,
      picks: 22,
    },
    `
    GET /live/{word}/seg-{n}.ts
    GET /live/{word}/chunk_{n}.m4s
    GET /live/{word}/playlist.m3u8 200
    GET /vod/{slug}/{n}.ts
    GET /vod/{slug}/subs/de_{n}.vtt
    `,
  ),
  visit(
    'a checker of links on a large and old site',
    {
      on: ['www.landkreis-ebersau.example', 'museum.hafenkante.example'],
      agents: [
        'LinkChecker/10.5.0 (+https://linkchecker.github.io/linkchecker/)',
        'Screaming Frog SEO Spider/21.1',
        'lychee/0.18.0',
      ],
      answer: 404,
      pace: 0.1,
      picks: 40,
    },
    `
    HEAD /{word}/{slug}.html
    HEAD /fileadmin/{word}/{slug}.pdf
    GET /fileadmin/{word}/{slug}.pdf
    HEAD /index.php?id={n}
    HEAD /presse/{year}/{month}/{slug}
    HEAD /{word}/{word} 200
    GET /formulare/{word}.doc
    HEAD /~{word}/
    HEAD /cgi-bin/{word}.pl
    HEAD /bilder/{year}/{word}.jpg
    `,
  ),
] as const;
