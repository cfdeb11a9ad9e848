import { visit } from '../second/kind.ts';
import { BROWSERS, PHONES } from './agents.ts';

/** Files, mail, stores and panels, with those who own them. */
export const CLOUD_VISITS = [
  visit(
    'a Nextcloud with its apps and clients',
    {
      on: ['cloud.familie-voss.example'],
      agents: [
        'Mozilla/5.0 (Linux) mirall/3.16.4 (Nextcloud, debian-6.1.0 ClientArchitecture: x86_64 OsArchitecture: x86_64)',
        'Mozilla/5.0 (Android) Nextcloud-android/3.33.0',
        'DAVx5/4.4.8-ose (2025/03/11; dav4jvm; okhttp/4.12.0) Android/15',
        'iOS/18.6 (22G86) dataaccessd/1.0',
        BROWSERS[2] as string,
      ],
      pace: 2,
      clients: 5,
    },
    `
    GET /status.php
    GET /index.php/login
    POST /index.php/login/v2/poll 404
    PROPFIND /remote.php/dav/files/{word}/ 207
    PROPFIND /remote.php/dav/files/{word}/Photos/{year}/ 207
    PUT /remote.php/dav/files/{word}/Documents/{slug}.odt 201
    PUT /remote.php/dav/uploads/{word}/{n}/00000001 201
    MOVE /remote.php/dav/uploads/{word}/{n}/.file 201
    MKCOL /remote.php/dav/files/{word}/{slug} 405
    REPORT /remote.php/dav/calendars/{word}/personal/ 207
    PROPFIND /.well-known/caldav 301
    PROPFIND /.well-known/carddav 301
    PROPFIND / 401
    GET /ocs/v1.php/cloud/capabilities?format=json
    GET /ocs/v2.php/apps/notifications/api/v2/notifications?format=json 304
    GET /index.php/core/preview?fileId={n}&x=256&y=256&a=1
    GET /index.php/s/{hex}/download?path=%2F&files=backup.zip
    GET /remote.php/dav/files/{word}/.bashrc 404
    GET /remote.php/dav/files/{word}/server/.env
    GET /index.php/apps/files/?dir=/etc/nginx&fileid={n}
    GET /cron.php
    GET /index.php/settings/admin/overview
    GET /index.php/avatar/{word}/64 404
    `,
  ),
  visit(
    'mail in the browser',
    { on: ['webmail.hostwerk.example', 'mail.kanzlei-brandt.example'], agents: BROWSERS, pace: 4 },
    `
    GET /?_task=login
    POST /?_task=login 302
    GET /?_task=mail&_mbox=INBOX
    GET /?_task=mail&_action=list&_refresh=1&_mbox=INBOX&_remote=1&_unlock=loading{n}
    GET /?_task=mail&_uid={n}&_mbox=INBOX.Sent&_framed=1&_action=preview
    GET /?_task=mail&_action=get&_mbox=INBOX&_uid={n}&_token={hex}&_part=2&_filename=config.php
    GET /?_task=mail&_action=get&_mbox=INBOX&_uid={n}&_part=3&_filename=backup.sql.gz
    GET /?_task=mail&_action=compose&_id={hex}
    GET /program/js/app.min.js?s={n}
    GET /skins/elastic/styles/styles.min.css?s={n}
    GET /skins/elastic/deps/bootstrap.min.css?s={n}
    GET /plugins/jqueryui/themes/elastic/jquery-ui.css?s={n}
    GET /?_task=addressbook&_source=0&_search={word}
    GET /?_task=settings&_action=edit-prefs&_section=mailbox&_framed=1
    GET /?_task=logout&_token={hex} 302
    `,
  ),
  visit(
    'phpMyAdmin, where it is installed',
    { on: ['db.hostwerk.example', 'sv-altental.example'], agents: BROWSERS, pace: 3 },
    `
    GET /phpmyadmin 301
    GET /phpmyadmin/
    POST /phpmyadmin/index.php?route=/ 302
    GET /phpmyadmin/index.php?route=/&db=&table=
    GET /phpmyadmin/index.php?route=/database/structure&server=1&db=joomla_{n}
    GET /phpmyadmin/index.php?route=/sql&db=joomla_{n}&table=users&pos=0
    GET /phpmyadmin/index.php?route=/table/sql&db=joomla_{n}&table=session
    GET /phpmyadmin/index.php?route=/sql&sql_query=SELECT+*+FROM+%60users%60+WHERE+id+%3D+{n}+UNION+SELECT+*+FROM+%60users_old%60
    GET /phpmyadmin/index.php?route=/server/export
    POST /phpmyadmin/index.php?route=/export
    GET /phpmyadmin/js/dist/functions.js?v=5.2.{digit}
    GET /phpmyadmin/js/vendor/jquery/jquery.min.js?v=5.2.{digit}
    GET /phpmyadmin/themes/pmahomme/css/theme.css?v=5.2.{digit}&nocache={n}ltr
    GET /phpmyadmin/themes/pmahomme/img/logo_left.png
    GET /phpmyadmin/favicon.ico
    GET /phpmyadmin/index.php?route=/navigation&ajax_request=1&server=1&_nocache={n}
    GET /phpmyadmin/index.php?route=/logout 302
    `,
  ),
  visit(
    'Adminer, where it is installed',
    { on: ['db.werft-nord.example'], agents: [BROWSERS[4] as string], clients: 1, pace: 4 },
    `
    GET /adminer.php
    POST /adminer.php 302
    GET /adminer.php?pgsql=localhost&username=crm&db=crm&ns=public
    GET /adminer.php?pgsql=localhost&username=crm&db=crm&ns=public&select=customers&where[0][col]=id&where[0][op]==&where[0][val]={n}
    GET /adminer.php?pgsql=localhost&username=crm&db=crm&ns=public&sql=select+table_name+from+information_schema.tables
    GET /adminer.php?pgsql=localhost&username=crm&db=crm&ns=public&dump=customers
    GET /adminer.php?file=default.css&version=4.8.1
    GET /adminer.php?file=functions.js&version=4.8.1
    GET /adminer.php?script=version 
    `,
  ),
  visit(
    'panels of hosting',
    { on: ['panel.hostwerk.example:8443', 'cp.hostwerk.example:2083'], agents: BROWSERS, pace: 5 },
    `
    GET /login_up.php
    POST /login_up.php 303
    GET /smb/web/view
    GET /smb/file-manager/list/domainId/{n}?currentDir=%2Fhttpdocs%2Fwp-content
    GET /smb/file-manager/edit/domainId/{n}?currentDir=%2Fhttpdocs&file=.htaccess
    GET /smb/file-manager/edit/domainId/{n}?currentDir=%2Fhttpdocs&file=wp-config.php
    GET /smb/backup/list/domainId/{n}
    GET /cpsess{n}/frontend/jupiter/index.html
    GET /cpsess{n}/frontend/jupiter/filemanager/index.html
    GET /cpsess{n}/download?skipencode=1&file=%2Fhome%2F{word}%2Fbackup-{month}.{digit}.tar.gz
    GET /cpsess{n}/execute/Fileman/get_file_content?dir=%2Fhome%2F{word}%2Fpublic_html&file=.env
    GET /cpsess{n}/3rdparty/phpMyAdmin/index.php?route=/database/structure&db={word}_wp1
    GET /cPanel_magic_revision_{n}/unprotected/cpanel/style_v2_optimized.css
    POST /login/?login_only=1
    GET /modules/wp-toolkit/index.php/index/list
    GET /phppath/{word} 404
    `,
  ),
  visit(
    'a store made with Magento',
    {
      on: ['shop.kessler-moebel.example', 'www.farbenhaus.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 4,
      clients: 3,
    },
    `
    GET /{slug}.html
    GET /catalogsearch/result/?q={word}+select
    GET /catalogsearch/result/?q=tisch+%27oslo%27+--+eiche
    GET /catalog/product/view/id/{n}/s/{slug}/category/{n}/
    GET /customer/account/login/referer/{hex}{hex}/
    POST /customer/account/loginPost/ 302
    GET /customer/section/load/?sections=cart%2Cmessages&force_new_section_timestamp=false&_={n}
    POST /checkout/cart/add/uenc/{hex}~~/product/{n}/ 302
    POST /rest/default/V1/guest-carts/{hex}{hex}/estimate-shipping-methods
    POST /rest/default/V1/guest-carts/{hex}{hex}/payment-information
    GET /static/version{n}/frontend/Kessler/default/de_DE/css/styles-l.css
    GET /static/version{n}/frontend/Kessler/default/de_DE/Magento_Ui/template/messages.html 404
    GET /media/catalog/product/cache/{hex}{hex}/{digit}/{digit}/{word}.jpg
    GET /media/catalog/product/{digit}/{digit}/{slug}.jpg 404
    POST /graphql
    GET /graphql?query=query+getCategory%28%24id%3AString%21%29%7Bcategories%28filters%3A%7Bcategory_uid%3A%7Bin%3A%5B%24id%5D%7D%7D%29%7Bitems%7Buid+name%7D%7D%7D
    GET /admin_7f3k/admin/dashboard/
    GET /admin_7f3k/sales/order/view/order_id/{n}/
    POST /admin_7f3k/mui/index/render/?namespace=sales_order_grid&isAjax=true
    GET /sales/guest/form/
    GET /index.php/wishlist/ 302
    GET /pub/media/wysiwyg/{slug}.png 301
    `,
  ),
  visit(
    'a store made with PrestaShop',
    { on: ['www.lindenhof-honig.example'], agents: [...BROWSERS, ...PHONES], pace: 5 },
    `
    GET /de/{n}-{slug}.html
    GET /index.php?controller=authentication&back=my-account
    POST /index.php?controller=cart
    GET /index.php?fc=module&module=ps_facetedsearch&controller=ajax
    GET /modules/ps_searchbar/ps_searchbar.js
    GET /modules/ps_shoppingcart/ajax.php 404
    GET /themes/classic/assets/cache/theme-{hex}.css
    GET /img/p/{digit}/{digit}/{n}-home_default.jpg
    GET /{n}-large_default/{slug}.jpg 404
    GET /admin4711xk/index.php?controller=AdminLogin&token={hex}
    GET /admin4711xk/index.php?controller=AdminOrders&id_order={n}&vieworder&token={hex}
    GET /admin4711xk/filemanager/dialog.php?type=1&descending=0&lang=de
    GET /admin4711xk/ajax.php?getNotifications=1
    GET /api/orders?filter[current_state]=2&output_format=JSON
    GET /module/ps_checkout/validate?orderID={hex}
    GET /robots.txt
    `,
  ),
  visit(
    'a billing system in plain PHP',
    {
      on: ['rechnung.werft-nord.example', 'erp.lindenhof-honig.example'],
      agents: BROWSERS,
      pace: 4,
      clients: 3,
    },
    `
    GET /index.php
    GET /login.php
    POST /login.php 302
    GET /admin.php?action=users
    GET /config.php?tab=mail
    GET /info.php?customer={n}
    GET /upload.php?invoice={n}
    POST /upload.php 302
    GET /test.php?article={n}
    GET /backup.php?create=1
    GET /backup/{year}-{month}-0{digit}.sql.gz
    GET /export.php?from={year}-{month}-01&format=csv
    GET /invoice.php?id={n}&print=1
    GET /ajax.php?do=suggest&q={word}
    GET /includes/js/calendar.js
    GET /install/ 403
    GET /inc/print.css 404
    GET /user.php?id={n}
    GET /setup.php?step=2
    GET /db.php?table=articles&page={digit}
    GET /download.php?file=invoices/{year}/{n}.pdf
    GET /index.php?page=kunden&sort=name%20desc
    `,
  ),
  visit(
    'areas for admins, under names that everybody knows',
    {
      on: ['admin.reiseblick.example', 'verein.oldtimer-ost.example', 'shop.saatgut.example'],
      agents: BROWSERS,
      pace: 4,
      clients: 6,
      picks: 12,
    },
    `
    GET /admin
    GET /admin/login
    POST /admin/login 302
    GET /admin/dashboard
    GET /admin/users?page={digit}
    GET /admin/users/{n}/edit
    GET /admin/config
    GET /admin/backup
    GET /admin/backup/download/{year}-{month}.zip
    GET /admin/logs/error.log
    GET /admin/phpinfo
    GET /admin/files?path=%2Fuploads%2F{year}
    GET /admin/sql?table={word}
    GET /admin/import/upload
    POST /admin/cache/clear 302
    GET /administrator 301
    GET /manager
    GET /console
    GET /debug?trace={hex}
    GET /setup?step={digit}
    GET /panel/settings
    GET /internal/metrics
    GET /private/{slug}.pdf
    GET /secret/{hex}
    `,
  ),
] as const;
