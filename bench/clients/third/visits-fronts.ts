import { visit } from '../second/kind.ts';
import { BROWSERS, OLD_BROWSERS, PHONES } from './agents.ts';

/** Front ends with missing assets, dev servers, and pages with broken links. */
export const FRONT_VISITS = [
  visit(
    'a single-page app after a release: its old chunks are gone',
    {
      on: ['app.saatgut.example', 'dash.plumline.example'],
      agents: [...BROWSERS, ...PHONES],
      answer: 404,
      pace: 0.2,
      clients: 3,
    },
    `
    GET / 200
    GET /assets/index-{hex}.js
    GET /assets/vendor-{hex}.js
    GET /assets/Dashboard-{hex}.js
    GET /assets/Settings-{hex}.js
    GET /assets/AdminUsers-{hex}.js
    GET /assets/Login-{hex}.css
    GET /assets/chart-{hex}.js
    GET /assets/locale-de-{hex}.js
    GET /assets/inter-latin-{hex}.woff2
    GET /assets/logo-{hex}.svg
    GET /assets/backup-{hex}.js
    GET /assets/config-{hex}.js
    GET /env.js 200
    GET /config.json 200
    GET /manifest.webmanifest 200
    GET /registerSW.js
    GET /sw.js
    GET /workbox-{hex}.js
    GET /robots.txt
    `,
  ),
  visit(
    'a site made with Next.js',
    {
      on: ['www.reiseblick.example', 'docs.cartwheel.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 1,
      clients: 3,
    },
    `
    GET /de/{word}/{slug}
    GET /_next/static/chunks/{n}-{hex}.js
    GET /_next/static/chunks/app/(shop)/%5Bslug%5D/page-{hex}.js
    GET /_next/static/chunks/pages/%5B...slug%5D-{hex}.js 404
    GET /_next/static/{word}{hex}/_buildManifest.js 404
    GET /_next/static/css/{hex}.css 404
    GET /_next/data/{hex}/de/{word}.json 404
    GET /_next/data/{hex}/de/{word}.json?slug={word}
    GET /_next/image?url=%2Fimages%2F{slug}.jpg&w=1080&q=75
    GET /_next/image?url=https%3A%2F%2Fcdn.sanity.example%2Fimages%2F{hex}.png&w=640&q=75
    GET /{slug}?_rsc={hex}
    GET /api/auth/session
    GET /api/auth/callback/google?code=4%2F0{hex}&state={hex} 302
    POST /api/auth/_log
    GET /api/draft?secret={hex}&slug={slug} 307
    POST /{slug}
    GET /_vercel/insights/script.js 404
    POST /monitoring?o={n}&p={n}
    GET /opengraph-image-{hex}?{hex}
    GET /sitemap-0.xml
    `,
  ),
  visit(
    'Vite and its developer',
    {
      on: ['localhost:5173', '192.168.178.24:5173'],
      agents: [BROWSERS[0] as string, BROWSERS[2] as string],
      from: 'private',
      pace: 0.1,
    },
    `
    GET /
    GET /@vite/client
    GET /@react-refresh
    GET /src/main.tsx
    GET /src/App.tsx?t={n}
    GET /src/pages/{word}.tsx
    GET /src/config.ts
    GET /src/lib/env.ts?import
    GET /src/assets/{word}.svg?import&react
    GET /src/data/{word}.json?raw
    GET /node_modules/.vite/deps/react.js?v={hex}
    GET /node_modules/.vite/deps/react-dom_client.js?v={hex}
    GET /node_modules/.vite/deps/chunk-{hex}.js?v={hex}
    GET /node_modules/vite/dist/client/env.mjs
    GET /@fs/home/jana/saatgut/node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2
    GET /@fs/home/jana/saatgut/packages/ui/src/Button.tsx
    GET /@id/__x00__vite/modulepreload-polyfill.js
    GET /__vite_ping 404
    GET /src/{word}.tsx.map 404
    GET /@vite-plugin-pwa/pwa-entry-point-loaded
    `,
  ),
  visit(
    'other dev servers',
    {
      on: ['localhost:3000', 'localhost:4200', '127.0.0.1:8080'],
      agents: [BROWSERS[1] as string],
      from: 'loopback',
      pace: 0.4,
      clients: 3,
    },
    `
    GET /__webpack_hmr
    GET /ws 101
    GET /main.{hex}.hot-update.json
    GET /sockjs-node/info?t={n}
    GET /webpack-dev-server
    GET /_nuxt/@vite/client
    GET /_nuxt/@fs/home/kim/shop/node_modules/nuxt/dist/app/entry.js
    GET /__nuxt_devtools__/client/
    GET /__nextjs_original-stack-frame?isServer=false&file=webpack-internal%3A%2F%2F%2F.%2Fsrc%2F{word}.tsx&lineNumber={n} 204
    GET /_next/webpack-hmr?page=%2F 101
    GET /__open-in-editor?file=src%2F{word}.vue%3A{n}
    GET /runtime.js
    GET /polyfills.js.map 404
    GET /__parcel_source_root/src/{word}.js
    GET /installHook.js.map 404
    GET /react_devtools_backend_compact.js.map 404
    GET /.well-known/appspecific/com.chrome.devtools.json 404
    GET /node_modules/bootstrap/dist/css/bootstrap.css 404
    `,
  ),
  visit(
    'source maps that the tools of a browser ask for',
    {
      on: ['www.rushmere-news.example', 'kunden.elektro-haas.example'],
      agents: BROWSERS,
      answer: 404,
      pace: 0.1,
      picks: 8,
      clients: 6,
    },
    `
    GET /static/js/main.{hex}.js.map
    GET /static/css/main.{hex}.css.map
    GET /js/bootstrap.bundle.min.js.map
    GET /css/bootstrap.min.css.map
    GET /vendor/popper.min.js.map
    GET /vendor/jquery/jquery.min.map
    GET /lib/angular.min.js.map
    GET /assets/swiper-bundle.min.js.map
    GET /dist/lightbox.min.map
    GET /js/config.js.map
    GET /js/env.{hex}.js.map
    GET /scss/_variables.scss
    GET /src/components/{word}.vue
    GET /webpack/bootstrap
    GET /sm/{hex}{hex}.map
    GET /chunk-vendors.{hex}.js.map
    `,
  ),
  visit(
    'templates that were not filled in, and links built of nothing',
    {
      on: ['www.reiseblick.example', 'shop.saatgut.example', 'm.rushmere-news.example'],
      agents: [...BROWSERS, ...PHONES],
      answer: 404,
      pace: 3,
      clients: 18,
      picks: 4,
    },
    `
    GET /undefined
    GET /null
    GET /NaN
    GET /[object%20Object]
    GET /products/undefined/images/undefined
    GET /api/users/undefined/avatar
    GET /%7B%7Bitem.image%7D%7D
    GET /shop/%7B%7Bproduct.url%7D%7D
    GET /%7B%7B%20page.url%20%7D%7D
    GET /$%7Buser.avatar%7D
    GET /images/$%7Bimage.src%7D
    GET /%3C%=%20logo_url%20%%3E 400
    GET /%3C%25=%20webpackConfig.output.publicPath%20%25%3E/favicon.ico
    GET /%7B%25%20static%20'img/logo.png'%20%25%7D
    GET /[[image]]
    GET /%25%25url%25%25
    GET /*|UNSUB|*
    GET /%%unsubscribe_url%%
    GET /javascript:void(0)
    GET /javascript:;
    GET /about/mailto:info@reiseblick.example
    GET /contact/tel:+4930{n}
    GET /cid:{hex}
    GET /false
    GET /data:image/png;base64,iVBORw0KGgo=
    GET /about:blank
    GET /%22%3E%3Cimg%20src=%22/img/{word}.jpg%22
    `,
  ),
  visit(
    'relative links that went wrong',
    {
      on: ['kunst.vogelsang.example', 'www.chor-wiesental.example'],
      agents: [...BROWSERS, ...OLD_BROWSERS],
      answer: 404,
      pace: 2,
      picks: 4,
      clients: 14,
    },
    `
    GET /blog/blog/blog/{slug}
    GET /news/www.facebook.com/{word}
    GET /news/http://www.instagram.com/{word}
    GET /projekte/https:/www.youtube.com/watch?v={hex}
    GET /de/de/kontakt
    GET //css//main.css
    GET /galerie//{year}//{word}.jpg
    GET /C:/Users/Petra/Desktop/homepage/{word}.jpg
    GET /file:///C:/xampp/htdocs/verein/{word}.png
    GET /galerie%5C{year}%5C{word}.jpg
    GET /index.html/termine.html
    GET /localhost/verein/style.css
    GET /http:/localhost:8080/{word}.js
    GET /www.chor-wiesental.example/kontakt.html
    `,
  ),
  visit(
    'clients that send links as they are written',
    {
      on: ['kunst.vogelsang.example', 'www.chor-wiesental.example'],
      agents: [
        'Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)',
        'W3C-checklink/5.0.0 libwww-perl/6.77',
        'LinkChecker/10.5.0',
      ],
      answer: 404,
      pace: 1,
    },
    `
    GET /../css/style.css 400
    GET /../../images/{word}.gif 400
    GET /galerie/../../js/lightbox.js 400
    GET /css/../fonts/fontawesome-webfont.woff2?v=4.7.0 200
    GET /css/../../img/{slug}.png
    GET /./impressum.html 200
    GET /bilder\\{year}\\{word}.jpg
    GET /../ 400
    GET /termine/{year}/../../index.html 200
    GET /{{product.url}}
    GET /img/\${photo.src}
    GET /galerie/<?php%20echo%20$bild;%20?>
    GET /downloads/{word}%20{word}.pdf
    GET /archiv/{year}/%C4%DFnderung.htm 400
    HEAD /links.php?out=http://www.{word}-verein.example/ 302
    `,
  ),
  visit(
    'a page with forty images that were lost when it moved',
    {
      on: ['forum.oldtimer-ost.example'],
      agents: [BROWSERS[0] as string, PHONES[1] as string, OLD_BROWSERS[1] as string],
      answer: 404,
      pace: 0.03,
      clients: 3,
      picks: 36,
    },
    `
    GET /gallery/{year}/{slug}.jpg
    GET /gallery/thumbs/{slug}_t.jpg
    GET /uploads/monthly_{year}_{month}/{slug}.jpg
    GET /attachments/{n}/{word}.png
    GET /images/avatars/{n}.gif
    GET /clientscript/vbulletin_{word}.js
    GET /images/statusicon/{word}.gif
    GET /signaturepics/sigpic{n}_{digit}.gif
    `,
  ),
  visit(
    'tiles of a map beyond its edge',
    {
      on: ['karten.wanderweg.example', 'tiles.feldforschung.example'],
      agents: [...BROWSERS, ...PHONES],
      answer: 404,
      pace: 0.02,
      clients: 3,
      picks: 45,
    },
    `
    GET /tiles/{digit}/{n}/{n}.png
    GET /tiles/1{digit}/{n}/{n}.png
    GET /tiles/1{digit}/{n}/{n}@2x.png
    GET /hillshade/{digit}/{n}/{n}.webp
    GET /vector/v{digit}/{n}/{n}/{n}.pbf
    GET /fonts/Open%20Sans%20Regular/{n}-{n}.pbf
    `,
  ),
] as const;
