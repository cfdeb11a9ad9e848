import { BORROWED, BROWSERS, CRAWLERS } from './agents.ts';
import { visit } from './kind.ts';

/** People and crawlers, many of them on pages that are gone. */
export const PEOPLE_VISITS = [
  visit(
    'crawlers on pages that are gone',
    {
      on: ['moved.example', 'museum.example', 'club.example'],
      agents: CRAWLERS,
      pace: 1,
      clients: 12,
      picks: 50,
    },
    `
    GET /robots.txt 200
    GET /sitemap.xml 200
    GET /{slug} 200
    GET /{slug} 404
    GET /{slug}.html 404
    GET /{slug}.php?id={n} 404
    GET /index.php?option=com_content&view=article&id={n} 404
    GET /shop/product.asp?id={n} 404
    GET /wp-content/uploads/{year}/{month}/{slug}.jpg 404
    GET /{year}/{month}/{slug}/ 410
    GET /forum/showthread.php?t={n} 404
    GET /cgi-bin/guestbook.pl?page={n} 404
    GET /{hex}{hex}.html 404
    GET /component/{word}/{slug}?Itemid={n} 404`,
  ),
  visit(
    'old bookmarks of a museum',
    { on: ['museum.example'], agents: BROWSERS, pace: 6, clients: 10, picks: 10 },
    `
    GET /
    GET /index.htm 404
    GET /~curator/{word}.html 404
    GET /cgi-bin/counter.cgi?df={word}.dat 404
    GET /cgi-bin/guestbook.pl 404
    GET /default.asp 404
    GET /exhibits/{year}/{slug}.shtml 404
    GET /images/{slug}.gif 404
    GET /phpBB2/viewtopic.php?t={n} 404
    GET /tickets.php 404
    GET /home.jsp 404
    GET /en/{slug}.cfm 404
    GET /{slug}`,
  ),
  visit(
    'office behind one address',
    {
      on: ['shop.example', 'news.example'],
      agents: BROWSERS,
      pace: 2,
      clients: 30,
      picks: 14,
      from: 'shared',
    },
    `
    GET /
    GET /{word}/{slug}
    GET /{word}/{slug} 404
    GET /images/{slug}.jpg 404
    GET /assets/{word}-{hex}.js
    GET /favicon.ico
    GET /apple-touch-icon.png 404
    GET /news/{n}
    GET /node/{n} 404`,
  ),
  visit(
    'people behind the address of a scanner',
    {
      on: ['shop.example', 'news.example'],
      agents: BROWSERS,
      pace: 6,
      clients: 4,
      picks: 12,
      behind: 'behind the address of many people',
    },
    `
    GET /
    GET /products/{n}-{slug}
    GET /cart
    GET /assets/{word}-{hex}.js
    GET /images/{slug}.jpg 404`,
  ),
  visit(
    'gallery with missing thumbnails',
    { on: ['photos.example'], agents: BROWSERS, pace: 0.03, clients: 6, picks: 45 },
    `
    GET /albums/{slug} 200
    GET /thumbs/{n}/{slug}.jpg 404
    GET /thumbs/{n}/{slug}.webp 404
    GET /thumbs/{n}/{slug}.jpg 200`,
  ),
  visit(
    'map tiles at the edge',
    {
      on: ['maps.example'],
      agents: [...BROWSERS, 'QGIS/33404', 'osmdroid/6.1.18'],
      pace: 0.03,
      clients: 6,
      picks: 50,
    },
    `
    GET /tiles/12/{n}/{n}.png 404
    GET /tiles/13/{n}/{n}.pbf 404
    GET /tiles/12/{n}/{n}.png 200
    GET /tiles/13/{n}/{n}.pbf 204
    GET /fonts/Noto%20Sans%20Regular/{n}-{n}.pbf 404`,
  ),
  visit(
    'icons',
    {
      on: ['shop.example', 'moved.example', 'docs.example'],
      agents: [
        ...BROWSERS,
        'Safari/19618.2.12.11.6 CFNetwork/1496.0.7 Darwin/23.5.0',
        'NetworkingExtension/8618.2.12 Network/3826.120.10 iOS/17.5',
      ],
      pace: 0.1,
      clients: 8,
    },
    `
    GET /favicon.ico 404
    GET /apple-touch-icon-120x120-precomposed.png 404
    GET /apple-touch-icon-120x120.png 404
    GET /apple-touch-icon-precomposed.png 404
    GET /apple-touch-icon.png 404
    GET /favicon-32x32.png 404
    GET /browserconfig.xml 404
    GET /site.webmanifest 404
    GET /mstile-150x150.png 404
    GET /icon-192x192.png 404
    GET /favicon.svg 404`,
  ),
  visit(
    'broken links',
    {
      on: ['docs.example', 'notes.example', 'news.example'],
      agents: [...BROWSERS, ...CRAWLERS.slice(0, 3)],
      pace: 5,
      clients: 10,
      picks: 10,
    },
    `
    GET /
    GET /null 404
    GET /undefined 404
    GET /[object%20Object] 404
    GET /NaN 404
    GET /%7B%7Burl%7D%7D 404
    GET /guide/$%7Bslug%7D 404
    GET /guide/{slug}). 404
    GET /guide/{slug},%20see 404
    GET /guide/{slug}%20 404
    GET /guide/{slug}%3Cbr%3E 404
    GET /guide/%22https://docs.example/{slug}%22 404
    GET /guide/../guide/{slug}
    GET //guide//{slug}
    GET /https://docs.example/{slug} 404
    GET /index.html%3Futm_source={word} 404
    GET /www.docs.example 404
    GET /{slug}?fbclid={hex}{hex}&utm_source={word}
    GET /{slug}?redirect=https%3A%2F%2Fpartner.example%2F%3Fa%3D1`,
  ),
  visit(
    'old and rare browsers',
    {
      on: ['museum.example', 'docs.example', 'board.example'],
      pace: 6,
      clients: 10,
      picks: 9,
      agents: [
        'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1)',
        'Lynx/2.9.0dev.12 libwww-FM/2.14',
        'w3m/0.5.3+git20230121',
        'Mozilla/5.0 (PlayStation; PlayStation 5/8.60) AppleWebKit/605.1.15 (KHTML, like Gecko)',
        'Mozilla/5.0 (Nintendo 3DS; U; ; de) Version/1.7630.EU',
        'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18',
        'Links (2.29; Linux 6.1.0 x86_64; GNU C 12.2; text)',
        'NetSurf/3.11 (Linux)',
        '',
        ...BORROWED.slice(0, 2),
      ],
    },
    `
    GET /
    GET /{slug}
    GET /{slug}.html 404
    GET /favicon.ico 404
    GET /crossdomain.xml 404
    GET /clientaccesspolicy.xml 404
    GET /wpad.dat 404
    GET /search?q={word}`,
  ),
  visit(
    'someone who looks for the login',
    { on: ['docs.example', 'museum.example'], agents: BROWSERS, pace: 9, clients: 4 },
    `
    GET / 200
    GET /login 404
    GET /signin 404
    GET /account/login 404
    GET /admin 404
    GET /user/login 404
    GET /portal 404
    GET /contact 200`,
  ),
  visit(
    'a private file share',
    {
      on: ['files.example'],
      agents: [
        ...BROWSERS,
        'Wget/1.21.4',
        'aria2/1.37.0',
        'Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.22621.2506',
      ],
      pace: 3,
      clients: 8,
      picks: 12,
    },
    `
    GET /releases/{slug}-1.{digit}.0.zip
    GET /releases/{slug}-1.{digit}.0.tar.gz.sha256 404
    GET /backup/{year}-{month}.tar.gz
    GET /db/export.sql.gz
    GET /backup.zip
    GET /{word}/
    GET /dist.tar.gz.sig 404
    GET /share/{hex}/download
    GET /share/{hex} 410
    GET /private/ 401`,
  ),
];
