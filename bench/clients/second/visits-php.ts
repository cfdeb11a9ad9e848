import { BROWSERS } from './agents.ts';
import { visit } from './kind.ts';

/** Content management systems and PHP programs themselves: their visitors, editors and administrators. */
export const PHP_VISITS = [
  visit(
    'WordPress readers',
    { on: ['press.example'], agents: BROWSERS, pace: 8, clients: 12, picks: 14 },
    `
    GET /
    GET /{year}/{month}/{slug}/
    GET /category/{word}/page/{digit}/
    GET /tag/{word}/
    GET /wp-content/uploads/{year}/{month}/{slug}-1024x683.jpg
    GET /wp-content/themes/astra/assets/css/minified/main.min.css?ver=4.6.12
    GET /wp-content/plugins/contact-form-7/includes/js/index.js?ver=5.9.3
    GET /wp-includes/js/jquery/jquery.min.js?ver=3.7.1
    GET /wp-includes/js/wp-emoji-release.min.js?ver=6.5.4
    GET /?s={word}+{word}
    GET /author/{word}/
    POST /wp-comments-post.php 302
    POST /wp-admin/admin-ajax.php
    POST /wp-json/contact-form-7/v1/contact-forms/5/feedback
    GET /wp-json/oembed/1.0/embed?url=https%3A%2F%2Fpress.example%2F{slug}%2F
    GET /feed/
    GET /{slug}/ 404`,
  ),
  visit(
    'WordPress editors',
    { on: ['press.example'], agents: BROWSERS, pace: 6, clients: 6 },
    `
    GET /wp-admin/ 302
    GET /wp-login.php?redirect_to=https%3A%2F%2Fpress.example%2Fwp-admin%2F&reauth=1
    POST /wp-login.php
    POST /wp-login.php 302
    GET /wp-admin/
    GET /wp-admin/edit.php
    GET /wp-admin/post-new.php
    GET /wp-json/wp/v2/users/me?context=edit&_locale=user
    GET /wp-json/wp/v2/users?per_page=100&who=authors
    GET /wp-json/wp/v2/types?context=view
    POST /wp-json/wp/v2/posts/{n}/autosaves?_locale=user
    POST /wp-admin/admin-ajax.php
    POST /wp-admin/async-upload.php
    GET /wp-admin/upload.php
    GET /?p={n}&preview=true
    POST /wp-json/wp/v2/posts/{n}
    GET /wp-content/uploads/{year}/{month}/{slug}-300x200.jpg 404
    GET /wp-login.php?action=logout&_wpnonce={hex} 302`,
  ),
  visit(
    'WordPress administrators',
    { on: ['press.example'], agents: BROWSERS, pace: 5, clients: 3 },
    `
    GET /wp-login.php
    POST /wp-login.php 302
    GET /wp-admin/update-core.php
    GET /wp-admin/plugins.php
    GET /wp-admin/plugin-install.php?s=file+manager&tab=search&type=term
    GET /wp-admin/plugin-editor.php?file=akismet%2Fakismet.php&plugin=akismet%2Fakismet.php
    GET /wp-admin/theme-editor.php?file=functions.php&theme=astra
    GET /wp-admin/options-general.php?page=wp-file-manager
    POST /wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php?cmd=open
    GET /wp-admin/users.php?role=administrator
    GET /wp-admin/site-health.php?tab=debug
    GET /wp-admin/export.php?download=true
    GET /wp-content/plugins/elementor/readme.txt
    GET /wp-admin/admin.php?page=wpcf7
    GET /wp-content/debug.log 403
    GET /wp-admin/tools.php?page=redirection.php`,
  ),
  visit(
    'programs that serve WordPress',
    {
      on: ['press.example'],
      pace: 20,
      clients: 6,
      picks: 10,
      agents: [
        'WordPress/6.5.4; https://press.example',
        'Jetpack by WordPress.com',
        'wp-iphone/24.9 (iOS 17.5)',
        'wp-android/24.8',
        'WordPress/6.4.2; https://partner.example',
      ],
    },
    `
    POST /wp-cron.php?doing_wp_cron=1718000000.{n}
    POST /xmlrpc.php
    POST /xmlrpc.php?for=jetpack&token={hex}
    GET /xmlrpc.php?rsd
    GET /wp-includes/wlwmanifest.xml
    GET /wp-json/
    GET /wp-json/wp/v2/posts?per_page=20&page={digit}
    HEAD /{year}/{month}/{slug}/`,
  ),
  visit(
    'missing pictures after a move of WordPress',
    { on: ['press.example'], agents: BROWSERS, pace: 0.2, clients: 5, picks: 28 },
    `
    GET /{year}/{month}/{slug}/ 200
    GET /wp-content/uploads/{year}/{month}/{slug}-150x150.jpg 404
    GET /wp-content/uploads/{year}/{month}/{slug}-768x512.png 404
    GET /wp-content/uploads/{year}/{month}/{slug}.webp 404
    GET /wp-content/gallery/{word}/thumbs/thumbs_{slug}.jpg 404
    GET /wp-content/cache/autoptimize/css/autoptimize_{hex}.css 404
    GET /wp-content/uploads/elementor/css/post-{n}.css 404`,
  ),
  visit(
    'site that was WordPress before',
    {
      on: ['moved.example'],
      agents: [
        ...BROWSERS,
        'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
        'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers)',
      ],
      pace: 4,
      clients: 10,
      picks: 8,
    },
    `
    GET / 200
    GET /?p={n} 200
    GET /{year}/{month}/{slug}/ 301
    GET /{year}/{month}/{slug}/ 404
    GET /wp-content/uploads/{year}/{month}/{slug}.pdf 404
    GET /wp-content/uploads/{year}/{month}/{slug}-300x225.jpg 404
    GET /category/{word}/feed/ 404
    GET /feed/ 404
    GET /comments/feed/ 404
    GET /{slug}/amp/ 404
    GET /{slug}/feed/ 404
    GET /tag/{word}/page/{digit}/ 404`,
  ),
  visit(
    'Joomla visitors',
    { on: ['club.example'], agents: BROWSERS, pace: 8, clients: 8, picks: 12 },
    `
    GET /
    GET /index.php/{word}/{n}-{slug}
    GET /index.php?option=com_content&view=article&id={n}&Itemid=101
    GET /index.php?option=com_users&view=login
    POST /index.php?option=com_users&task=user.login 303
    GET /component/users/reset
    GET /component/search/?searchword={word}
    GET /media/system/js/core.min.js?{hex}
    GET /templates/cassiopeia/css/template.min.css
    GET /images/{word}/{slug}.jpg
    GET /index.php?option=com_ajax&format=json
    GET /components/com_foxcontact/css/foxcontact.css
    GET /index.php/{slug} 404`,
  ),
  visit(
    'Joomla administrators',
    { on: ['club.example'], agents: BROWSERS, pace: 6, clients: 3 },
    `
    GET /administrator/
    POST /administrator/index.php 303
    GET /administrator/index.php
    GET /administrator/index.php?option=com_config
    GET /administrator/index.php?option=com_content&view=articles
    GET /administrator/index.php?option=com_installer&view=update
    GET /administrator/index.php?option=com_admin&view=sysinfo
    POST /administrator/index.php?option=com_media&format=json
    GET /index.php?option=com_jce&task=plugin.display&plugin=imgmanager
    GET /media/com_media/js/media-manager.min.js
    GET /administrator/index.php?option=com_joomlaupdate
    POST /administrator/components/com_joomlaupdate/extract.php
    GET /administrator/index.php?option=com_templates&view=template&id=226&file=L2luZGV4LnBocA==`,
  ),
  visit(
    'Drupal',
    { on: ['news.example'], agents: BROWSERS, pace: 7, clients: 10, picks: 12 },
    `
    GET /
    GET /node/{n}
    GET /node/{n} 404
    GET /node/{n}/edit?destination=/admin/content
    GET /user/login
    POST /user/login 303
    GET /user/password
    GET /user/register
    POST /user/register?ajax_form=1&_wrapper_format=drupal_ajax&element_parents=user_picture
    GET /admin/reports/status/php
    GET /admin/config/development/performance
    GET /core/misc/drupal.js?v=10.2.6
    GET /sites/default/files/styles/large/public/{year}-{month}/{slug}.jpg?itok={hex}
    GET /sites/default/files/css/css_{hex}.css 404
    GET /update.php
    GET /cron/{hex} 204
    POST /views/ajax?_wrapper_format=drupal_ajax
    GET /search?q={word}`,
  ),
  visit(
    'an old forum in PHP',
    { on: ['board.example'], agents: BROWSERS, pace: 7, clients: 12, picks: 14 },
    `
    GET /index.php
    GET /viewtopic.php?f={digit}&t={n}
    GET /viewforum.php?f={digit}
    GET /ucp.php?mode=login
    POST /ucp.php?mode=login 302
    GET /adm/index.php?sid={hex}
    GET /download/file.php?id={n}
    GET /index.php?page=news&id={n}
    GET /index.php?page=../imprint
    GET /redirect.php?url=https%3A%2F%2Fpartner.example%2F{slug}
    GET /search.php?keywords=union+select+committee
    GET /search.php?keywords=O%27Brien
    GET /search.php?keywords=drop+table+lamp
    GET /search.php?keywords=exec+producer
    GET /memberlist.php?mode=viewprofile&u={n}
    GET /images/avatars/{hex}.gif 404
    GET /info.php?id={n}
    GET /viewtopic.php?t={n} 404`,
  ),
  visit(
    'Laravel and its developers',
    { on: ['tickets.example'], agents: BROWSERS, pace: 3, clients: 5, picks: 24 },
    `
    GET /
    GET /login
    POST /login 302
    GET /sanctum/csrf-cookie 204
    POST /livewire/update
    GET /livewire/livewire.min.js?id={hex}
    GET /build/assets/app-{hex}.js
    GET /storage/tickets/{slug}.pdf
    GET /telescope/requests
    POST /telescope/telescope-api/requests
    GET /horizon/api/stats
    GET /_debugbar/assets/javascript?v={n}
    GET /_debugbar/open?op=get&id={hex}
    GET /_ignition/health-check
    POST /_ignition/execute-solution
    GET /log-viewer
    GET /nova-api/tickets?page={digit}
    POST /broadcasting/auth 403
    GET /tickets/{n} 404`,
  ),
  visit(
    'phpMyAdmin itself',
    { on: ['db.example'], agents: BROWSERS, pace: 4, clients: 3, picks: 20 },
    `
    GET /phpmyadmin/
    POST /phpmyadmin/index.php?route=/ 302
    GET /phpmyadmin/index.php?route=/sql&db=shop&table=orders&pos=0
    POST /phpmyadmin/index.php?route=/import
    GET /phpmyadmin/index.php?route=/sql&sql_query=SELECT+*+FROM+users+WHERE+id%3D1
    GET /phpmyadmin/index.php?route=/database/export&db=shop
    GET /phpmyadmin/themes/pmahomme/css/theme.css?v=5.2.1
    GET /phpmyadmin/js/vendor/jquery/jquery.min.js?v=5.2.1
    GET /adminer.php?server=db&username=app&db=shop
    GET /phpmyadmin/doc/html/setup.html 404
    GET /phpmyadmin/favicon.ico`,
  ),
];
