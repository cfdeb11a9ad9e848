import { BROWSERS, CRAWLERS, type OrdinaryKind, TOOLS } from './ordinary-kind.ts';

/** Sites, and their visitors. */
export const APPS: readonly OrdinaryKind[] = [
  {
    name: 'rest api',
    agents: [...BROWSERS, ...TOOLS],
    requests: `/api/users/{n} 200\n/api/users/{n} 404\n/api/orders?page={n} 200\nPOST /api/orders 201\nPATCH /api/orders/{n} 422
DELETE /api/carts/{n} 204\n/api/me 401\n/api/products/{w} 200\n/api/products/{w} 404\n/api/v2/stores/{n}/stock 404\n/api/search?q={w} 200
POST /api/login 401\nPUT /api/users/{n}/avatar 413\n/api/exports/{h} 202\n/api/exports/{h} 404\n/api/config 200\n/api/users/{n}/settings 403`,
  },
  {
    name: 'synchronisation of deleted records',
    agents: TOOLS,
    perClient: 60,
    gap: 0.3,
    requests: `/api/contacts/{n} 404\n/api/contacts/{n} 404\n/api/contacts/{n} 200\n/api/contacts/{h} 404\n/api/contacts/{n}/notes 404
/api/contacts/{n}/notes 200\n/api/contacts?since={n} 200\n/api/companies/{n} 404\n/api/companies/{n} 200\n/api/companies/{h} 410`,
  },
  {
    name: 'price comparison by product name',
    agents: ['Java/21.0.4', 'Apache-HttpClient/5.3 (Java/21)', 'PriceFeed/2.1'],
    perClient: 60,
    gap: 1,
    requests: `/products/{w} 404\n/products/{w} 200\n/products/{w} 410\n/products/{w} 404\n/products/{w}.html 200\n/products/{w}.html 404
/brands/{w} 200\n/brands/{w} 404\n/sitemap-products-{n}.xml 200\n/sitemap-products-{n}.xml 404`,
  },
  {
    name: 'wordpress itself',
    family: 'wordpress',
    agents: [
      ...BROWSERS,
      'WordPress/6.8; https://blog.example',
      'Mozilla/5.0 (compatible; Jetpack Site Health)',
    ],
    requests: `/ 200\n/wp-login.php 200\nPOST /wp-login.php 302\nPOST /wp-login.php 200\n/wp-admin/ 302\n/wp-admin/ 200\n/wp-admin/index.php 200
POST /wp-admin/admin-ajax.php 200\nPOST /wp-admin/admin-ajax.php 400\n/wp-admin/post.php?post={n}&action=edit 200\nPOST /wp-cron.php?doing_wp_cron={n} 200
POST /xmlrpc.php 200\n/xmlrpc.php 405\n/wp-json/wp/v2/posts 200\n/wp-json/wp/v2/users/me 401\n/wp-content/uploads/2024/05/{w}.jpg 200
/wp-content/uploads/2019/01/{w}.jpg 404\n/wp-includes/js/jquery/jquery.min.js 200\n/wp-includes/wlwmanifest.xml 200\n/?author={n} 301\n/{w}/ 200
/wp-login.php?action=lostpassword 200\n/wp-admin/plugins.php 403\n/wp-content/plugins/contact-form-7/includes/css/styles.css 200\n/feed/ 200
/wp-admin/css/{w}.css 404\n/wp-json/oembed/1.0/embed?url={w} 200\n/wp-login.php?loggedout=true 200\n/wp-content/debug.log 403`,
  },
  {
    name: 'wordpress that limits logins',
    family: 'wordpress',
    agents: BROWSERS,
    requests: `/ 200\n/wp-login.php 200\n/wp-login.php 403\nPOST /wp-login.php 403\nPOST /wp-login.php 302\n/wp-admin/ 403\n/wp-admin/ 302\n/xmlrpc.php 403
/wp-admin/index.php 200\n/wp-admin/index.php 403\nPOST /xmlrpc.php 200\n/{w}/ 200\n/{w}/ 404\n/wp-content/themes/x/{w}.css 200`,
  },
  {
    name: 'joomla itself',
    family: 'joomla',
    agents: BROWSERS,
    requests: `/ 200\n/administrator/ 200\n/administrator/index.php 200\nPOST /administrator/index.php 303\n/administrator/index.php?option=com_content 200
/index.php?option=com_content&view=article&id={n} 200\n/index.php?option=com_users&view=login 200\n/index.php/{w} 200\n/component/users/?view=reset 200
/media/system/js/core.min.js 200\n/language/en-GB/en-GB.xml 200\n/index.php?option=com_ajax&format=json 200\n/images/{w}.jpg 404\n/index.php/{w} 404
/administrator/index.php?option=com_users&view=users 200\n/api/index.php/v1/content/articles 401\n/administrator/manifests/files/joomla.xml 200`,
  },
  {
    name: 'php application',
    family: 'php',
    agents: BROWSERS,
    requests: `/index.php 200\n/index.php?page={w} 200\n/index.php?page={w} 404\n/login.php 200\nPOST /login.php 302\n/admin/index.php 302\n/admin/login.php 200
/info.php?id={n} 200\n/about.php 200\n/contact.php 200\n/download.php?file={w}.pdf 200\n/ajax.php?action=list 200\n/test.php 200\n/shop.php?cat={n} 200
/viewtopic.php?f={n}&t={n} 200\n/viewtopic.php?f={n}&t={n} 404\n/ucp.php?mode=login 200\n/css/{w}.css 200\n/uploads/{w}.jpg 404\n/status.php 200`,
  },
  {
    name: 'phpmyadmin itself',
    family: 'php',
    agents: BROWSERS,
    requests: `/phpmyadmin/ 200\n/phpmyadmin/index.php 200\nPOST /phpmyadmin/index.php?route=/ 302\n/phpmyadmin/index.php?route=/sql&db=shop&table=orders 200
/phpmyadmin/js/dist/main.js 200\n/phpmyadmin/themes/pmahomme/css/theme.css 200\nPOST /phpmyadmin/index.php?route=/import 200\n/phpmyadmin/index.php?route=/logout 302
/phpmyadmin/js/messages.php?l=en 200\n/phpmyadmin/favicon.ico 200\n/adminer.php?username=app&db=shop 200\nPOST /adminer.php 302\n/phpmyadmin/doc/html/index.html 404`,
  },
  {
    name: 'spa after a deployment',
    agents: BROWSERS,
    perClient: 30,
    gap: 0.4,
    requests: `/ 200\n/assets/index-{h}.js 404\n/assets/vendor-{h}.js 404\n/assets/{w}-{h}.css 404\n/assets/{w}-{h}.js 404\n/assets/{w}.{h}.chunk.js 404
/static/js/{n}.{h}.chunk.js 404\n/static/css/main.{h}.css 404\n/_next/static/chunks/{h}.js 404\n/_next/data/{h}/{w}.json 404\n/assets/{w}.svg 404
/fonts/{w}.woff2 404\n/images/{w}.webp 404\n/static/media/{w}.{h}.png 404\n/service-worker.js 404\n/build/{w}-{h}.mjs 404\n/version.json 404\n/assets/{w}.wasm 404`,
  },
  {
    name: 'spa with a developer',
    agents: BROWSERS,
    perClient: 24,
    gap: 0.4,
    requests: `/ 200\n/assets/index-{h}.js.map 404\n/assets/{w}.css.map 404\n/src/{w}.tsx 404\n/src/components/{w}.vue 404\n/node_modules/.vite/deps/react.js.map 404
/installHook.js.map 404\n/react_devtools_backend_compact.js.map 404\n/.well-known/appspecific/com.chrome.devtools.json 404\n/sockjs-node/info?t={n} 404\n/ws 404
/__webpack_hmr 404\n/favicon.svg 404\n/manifest.webmanifest 404\n/@vite/client 200\n/webpack:///src/{w}.js 404\n/locales/en/{w}.json 404\n/config.json 404`,
  },
  {
    name: 'map tiles',
    agents: BROWSERS,
    perClient: 50,
    gap: 0.1,
    requests: `/tiles/{n}/{n}/{n}.png 404\n/tiles/{n}/{n}/{n}.png 200\n/tiles/{n}/{n}/{n}.pbf 404\n/tiles/{n}/{n}/{n}.pbf 204\n/fonts/{w}/{n}-{n}.pbf 404
/tiles/{n}/{n}/{n} 404\n/sprites/{w}@2x.json 404\n/tiles/{n}/{n}/{n}.mvt 200\n/terrain/{n}/{n}/{n}.webp 404\n/style.json 200`,
  },
  {
    name: 'mobile application',
    agents: [
      'okhttp/4.12.0',
      'MyShop/5.2 CFNetwork/1568 Darwin/24.0.0',
      'Dart/3.5 (dart:io)',
      'MyShop-Android/5.2',
    ],
    requests: `/v1/session 401\nPOST /v1/session 201\n/v1/feed 200\n/v1/feed 304\n/v1/users/{n} 404\n/v3/features 404\nPOST /v1/events 202\n/v1/images/{h} 404
POST /v1/push-tokens 204\n/v1/config?platform=ios 200\n/v2/config 404\n/v1/inbox 426\nPOST /graphql 200\n/v1/reviews/{n} 410`,
  },
  {
    name: 'graphql',
    agents: [...BROWSERS, ...TOOLS],
    requests: `POST /graphql 200\nPOST /graphql 400\n/graphql 405\n/graphql?query={w} 200\nPOST /graphql 401\n/graphql/schema.json 404\nOPTIONS /graphql 204
POST /graphql?op={w} 200\n/playground 404\n/graphiql 200\nPOST /api/graphql 200\n/altair 404`,
  },
  {
    name: 'shop',
    agents: [...BROWSERS, ...CRAWLERS],
    requests: `/ 200\n/p/{w} 200\n/p/{w} 404\n/cart 200\nPOST /cart 302\n/checkout 302\n/admin 302\n/admin/login 200\n/account/orders/{n} 200\n/account/orders/{n} 404
/search?q={w} 200\n/search?q={w}%27s+{w} 200\n/search?q={w}+%26+{w} 200\n/images/{w}.jpg 404\n/catalog/{w}/{w}?sort=price&dir=desc 200\n/login?next=%2Faccount%2Forders 200
/login?returnUrl=https%3A%2F%2Fshop.example%2F..%2Faccount 200\n/c/{w}?filter[colour]=red&filter[size]=42 200\n/p/{w}?utm_source=news&utm_campaign={w} 200`,
  },
  {
    name: 'downloads and backups as a service',
    agents: [...BROWSERS, 'Wget/1.24.5', 'curl/8.14.1'],
    requests: `/download/{w}.zip 200\n/download/backup.zip 200\n/download/backup.zip 206\n/files/{h}/dump.sql 200\n/files/{h}/site.tar.gz 206\n/releases/{n}.{n}/{w}.tar.gz 200
/releases/{n}.{n}/{w}.tar.gz 404\n/backups 200\nPOST /backups 201\n/backups/{n} 404\n/files/{h}/{w}.sql.gz 404\n/api/backups/{n}/restore 202\n/files/{h}/www.zip 404`,
  },
  {
    name: 'application with an admin',
    agents: BROWSERS,
    requests: `/admin 302\n/admin/ 200\n/admin/users/{n} 200\n/admin/users/{n} 404\nPOST /admin/login 401\n/admin/login 200\n/admin/settings 403\n/admin/logs 200
/admin/config 200\n/admin/phpinfo 200\n/dashboard 200\n/debug 403\n/manager 302\n/manage/reports/{n} 200\n/console 200\n/admin/backup 200\n/admin/export/{w}.csv 404`,
  },
  {
    name: 'service with health checks and metrics',
    agents: ['Prometheus/2.54.1', 'kube-probe/1.33', 'Spring Boot Admin', 'Go-http-client/1.1'],
    gap: 15,
    requests: `/actuator/health 200\n/actuator/health/liveness 200\n/actuator/prometheus 200\n/actuator/info 200\n/health 200\n/healthz 200\n/ready 503\n/metrics 200
/actuator/env 200\n/livez 200\n/readyz 200\n/actuator/health 503\n/status 200\n/server-status?auto 200\n/nginx_status 200\n/version 200`,
  },
];
