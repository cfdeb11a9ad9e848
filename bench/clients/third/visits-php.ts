import { visit } from '../second/kind.ts';
import { BROWSERS, OLD_BROWSERS, PHONES } from './agents.ts';

/** Sites made with PHP: the systems that scanners look for, with those who read, write and run them. */
export const PHP_VISITS = [
  visit(
    'readers of a WordPress',
    {
      on: ['www.gartenfreunde-lueneburg.example', 'www.studio-ombra.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 6,
      clients: 4,
    },
    `
    GET /
    GET /{year}/{month}/{slug}/
    GET /category/{word}/
    GET /tag/{word}/page/{digit}/
    GET /?s={word}+{word}
    GET /?p={n} 301
    GET /wp-content/themes/astra/assets/css/minified/main.min.css?ver=4.{digit}.2
    GET /wp-content/uploads/{year}/{month}/{slug}-1024x683.jpg
    GET /wp-content/uploads/{year}/{month}/{slug}.webp 404
    GET /wp-includes/js/jquery/jquery.min.js?ver=3.7.{digit}
    GET /wp-includes/css/dist/block-library/style.min.css?ver=6.8.{digit}
    GET /wp-content/plugins/contact-form-7/includes/js/index.js?ver=6.{digit}
    POST /wp-json/contact-form-7/v1/contact-forms/{n}/feedback
    GET /wp-content/plugins/elementor/assets/lib/eicons/fonts/eicons.woff2?5.{n}
    POST /wp-admin/admin-ajax.php
    GET /wp-json/wp/v2/posts?per_page=4&_embed=1&categories={n}
    POST /wp-comments-post.php 302
    GET /feed/
    GET /author/{word}/
    GET /wp-content/cache/min/1/{hex}.js 404
    GET /wp-includes/js/wp-emoji-release.min.js?ver=6.8.{digit}
    GET /ueber-uns/team-{word}/
    GET /impressum/
    `,
  ),
  visit(
    'authors of a WordPress',
    {
      on: ['www.gartenfreunde-lueneburg.example', 'www.studio-ombra.example'],
      agents: BROWSERS,
      pace: 9,
      clients: 3,
    },
    `
    GET /wp-admin/ 302
    GET /wp-login.php?redirect_to=https%3A%2F%2Fwww.gartenfreunde-lueneburg.example%2Fwp-admin%2F&reauth=1
    POST /wp-login.php
    POST /wp-login.php 302
    GET /wp-login.php?action=lostpassword
    GET /wp-admin/index.php
    GET /wp-admin/load-styles.php?c=0&dir=ltr&load%5Bchunk_0%5D=dashicons,admin-bar,common,forms&ver=6.8.{digit}
    GET /wp-admin/load-scripts.php?c=0&load%5Bchunk_0%5D=jquery-core,jquery-migrate,utils&ver=6.8.{digit}
    GET /wp-admin/edit.php?post_type=page
    GET /wp-admin/post.php?post={n}&action=edit
    GET /wp-json/wp/v2/users/me?_locale=user
    GET /wp-json/wp/v2/users/?who=authors&per_page=50&context=view&_locale=user
    POST /wp-json/wp/v2/posts/{n}/autosaves?_locale=user
    GET /wp-json/wp/v2/types?context=view&_locale=user
    POST /wp-admin/async-upload.php
    GET /wp-admin/upload.php?item={n}
    GET /wp-admin/plugins.php?plugin_status=upgrade
    GET /wp-admin/update.php?action=upgrade-plugin&plugin=akismet%2Fakismet.php&_wpnonce={hex}
    GET /wp-admin/plugin-install.php?tab=plugin-information&plugin=wordpress-seo&section=changelog
    GET /wp-admin/theme-editor.php?file=functions.php&theme=astra-child
    GET /wp-admin/admin.php?page=wpcf7&post={n}&action=edit
    GET /?p={n}&preview=true&_thumbnail_id={n}
    GET /wp-login.php?action=logout&_wpnonce={hex} 302
    `,
  ),
  visit(
    'programs that serve a WordPress',
    {
      on: ['www.gartenfreunde-lueneburg.example'],
      agents: [
        'Jetpack by WordPress.com',
        'wp-android/25.3 (Android 15; en_GB; Google Pixel 8/)',
        'WordPress/6.8.2; https://www.gartenfreunde-lueneburg.example',
        'ManageWP',
      ],
      pace: 20,
      clients: 4,
    },
    `
    POST /xmlrpc.php?for=jetpack&token={hex}&timestamp={n}
    POST /xmlrpc.php
    GET /xmlrpc.php?rsd
    POST /wp-cron.php?doing_wp_cron={n}.{n}
    GET /wp-json/
    GET /wp-json/jetpack/v4/connection/url
    GET /wp-json/wp/v2/media?per_page=20&page={digit}
    POST /wp-admin/admin-ajax.php?action=mwp_sync
    GET /wp-includes/wlwmanifest.xml
    `,
  ),
  visit(
    'readers and editors of a Joomla',
    { on: ['sv-altental.example', 'www.chor-wiesental.example'], agents: BROWSERS, pace: 7, clients: 3 },
    `
    GET /
    GET /index.php?option=com_content&view=article&id={n}:{slug}&catid={digit}&Itemid={n}
    GET /index.php/termine/{year}/{month}/-
    GET /component/users/?view=login&Itemid={n}
    GET /component/users/reset
    POST /index.php?option=com_users&task=user.login 303
    GET /index.php?option=com_ajax&module=articles&format=json&id={n}
    GET /media/system/js/core.min.js?{hex}
    GET /media/vendor/bootstrap/css/bootstrap.min.css?5.3.{digit}
    GET /templates/cassiopeia/css/template.min.css?{hex}
    GET /images/stories/{word}/{slug}.jpg 404
    GET /administrator/
    GET /administrator/index.php
    POST /administrator/index.php 303
    GET /administrator/index.php?option=com_content&view=articles
    GET /administrator/index.php?option=com_content&task=article.edit&id={n}
    GET /administrator/index.php?option=com_installer&view=update
    GET /administrator/index.php?option=com_config
    POST /administrator/index.php?option=com_media&task=api.files&path=local-images:/{word}&format=json
    GET /administrator/index.php?option=com_joomlaupdate&task=update.ajax&format=json
    GET /index.php?option=com_search&searchword={word}+{word}&ordering=newest
    GET /index.php?format=feed&type=rss
    GET /administrator/templates/atum/js/template.min.js?{hex}
    `,
  ),
  visit(
    'a program that keeps the articles of a Joomla in step',
    { on: ['sv-altental.example'], agents: ['GuzzleHttp/7'], clients: 1, pace: 2 },
    `
    GET /api/index.php/v1/content/articles?page[limit]=50
    GET /api/index.php/v1/content/articles/{n}
    PATCH /api/index.php/v1/content/articles/{n}
    POST /api/index.php/v1/content/articles
    GET /api/index.php/v1/content/categories
    GET /api/index.php/v1/users?page[limit]=20
    GET /api/index.php/v1/media/files/{word}
    `,
  ),
  visit(
    'a Drupal and its editors',
    { on: ['www.stadtwerke-morbach.example', 'museum.hafenkante.example'], agents: BROWSERS, pace: 6 },
    `
    GET /node/{n}
    GET /de/node/{n}/edit?destination=/admin/content
    GET /user/login?destination=/node/{n}
    POST /user/login?destination=/node/{n} 303
    GET /user/register 403
    GET /user/password
    GET /admin/content?title={word}&status=All
    GET /admin/modules
    GET /admin/reports/updates
    GET /admin/reports/dblog
    POST /de/node/{n}/edit?ajax_form=1&_wrapper_format=drupal_ajax
    GET /sites/default/files/styles/teaser/public/{year}-{month}/{slug}.jpg?itok={hex}
    GET /sites/default/files/css/css_{hex}.css?delta=0&language=de&theme=olivero
    GET /core/misc/drupal.js?v=10.4.{digit}
    GET /core/assets/vendor/jquery/jquery.min.js?v=3.7.1
    GET /jsonapi/node/article?page[limit]=10&sort=-created
    GET /taxonomy/term/{n}/feed
    GET /search/node?keys={word}
    POST /views/ajax?_wrapper_format=drupal_ajax
    GET /cron/{hex}{hex} 204
    GET /system/files/webform/{n}/{slug}.pdf 403
    GET /update.php 403
    `,
  ),
  visit(
    'a TYPO3 and its editors',
    { on: ['www.landkreis-ebersau.example'], agents: BROWSERS, pace: 5 },
    `
    GET /typo3/
    GET /typo3/index.php?loginProvider=1433416747
    POST /typo3/login?loginProvider=1433416747 303
    GET /typo3/module/web/layout?token={hex}&id={n}
    GET /typo3/record/edit?token={hex}&edit%5Btt_content%5D%5B{n}%5D=edit
    POST /typo3/ajax/page/tree/fetchData?token={hex}
    GET /typo3conf/ext/news/Resources/Public/Css/news-basic.css?{n}
    GET /typo3temp/assets/compressed/merged-{hex}.css
    GET /_assets/{hex}{hex}/JavaScript/main.js
    GET /fileadmin/user_upload/{year}/{slug}.pdf
    GET /fileadmin/_processed_/c/7/csm_{word}_{hex}.jpg
    GET /fileadmin/redakteur/{slug}.doc 404
    GET /index.php?id={n}&L=0 301
    GET /index.php?eID=dumpFile&t=f&f={n}&token={hex}
    GET /buergerservice/a-z/{word}?tx_news_pi1%5Baction%5D=detail&cHash={hex}
    GET /suche?tx_kesearch_pi1%5Bsword%5D={word}
    `,
  ),
  visit(
    'a board made with phpBB',
    {
      on: ['forum.drehbank.example', 'forum.oldtimer-ost.example'],
      agents: [...BROWSERS, ...OLD_BROWSERS],
      pace: 8,
      clients: 3,
    },
    `
    GET /index.php
    GET /viewforum.php?f={digit}&start=50
    GET /viewtopic.php?f={digit}&t={n}&p={n}
    GET /viewtopic.php?t={n}&sid={hex}{hex}
    GET /memberlist.php?mode=viewprofile&u={n}
    GET /ucp.php?mode=login&redirect=index.php
    POST /ucp.php?mode=login 302
    GET /ucp.php?mode=register
    GET /ucp.php?i=pm&folder=inbox
    GET /posting.php?mode=reply&t={n}
    POST /posting.php?mode=reply&t={n} 302
    GET /download/file.php?id={n}&mode=view
    GET /search.php?keywords={word}&terms=all&author=&sc=1&sf=titleonly
    GET /search.php?search_id=unreadposts
    GET /adm/index.php?sid={hex}{hex}&i=acp_main
    GET /mcp.php?i=reports
    GET /styles/prosilver/theme/stylesheet.css?assets_version={n}
    GET /assets/javascript/core.js?assets_version={n}
    GET /images/avatars/gallery/{word}.gif 404
    GET /app.php/feed
    GET /cron.php?cron_type=cron.task.core.tidy_cache
    GET /images/smilies/icon_e_{word}.gif 404
    `,
  ),
  visit(
    'a MediaWiki about programming and security',
    {
      on: ['wiki.lochkarte.example'],
      agents: [...BROWSERS, 'Pywikibot/9.4.1 (https://www.mediawiki.org)'],
      pace: 5,
      clients: 3,
    },
    `
    GET /wiki/SQL_injection
    GET /wiki/Directory_traversal_attack
    GET /wiki/Passwd
    GET /wiki/Phpinfo()
    GET /wiki/.htaccess
    GET /wiki/.env_file
    GET /wiki/Talk:Cross-site_scripting
    GET /wiki/Special:Search?search=insource%3A%2Funion+select%2Fi&ns0=1
    GET /wiki/Wp-config.php 404
    GET /w/index.php?title=Shellshock_(software_bug)&action=edit&section={digit}
    POST /w/index.php?title=Cgi-bin&action=submit 302
    GET /w/index.php?title=Special:UserLogin&returnto=Log4Shell
    GET /w/load.php?lang=en&modules=startup&only=scripts&raw=1&skin=vector-2022
    GET /w/api.php?action=query&list=search&srsearch={word}&format=json
    GET /w/api.php?action=opensearch&search=etc%2Fpas&limit=10
    GET /w/rest.php/v1/page/{word}/html
    GET /w/images/thumb/a/a{digit}/{word}.svg/220px-{word}.svg.png
    GET /w/index.php?title=Template:{{word}}&redlink=1 404
    GET /w/index.php?title=C99_shell&oldid={n}&diff=prev
    GET /wiki/User:{word}/vector.js 404
    `,
  ),
  visit(
    'a Moodle',
    {
      on: ['lernen.gymnasium-au.example', 'moodle.fh-rhein.example'],
      agents: [...BROWSERS, ...PHONES, 'MoodleMobile 5.0.0 (50000)'],
      pace: 4,
      clients: 3,
    },
    `
    GET /login/index.php
    POST /login/index.php 303
    GET /login/index.php?loginredirect=1
    GET /login/forgot_password.php
    GET /my/courses.php
    GET /course/view.php?id={n}
    GET /mod/assign/view.php?id={n}&action=editsubmission
    GET /mod/quiz/attempt.php?attempt={n}&cmid={n}&page={digit}
    POST /mod/quiz/processattempt.php?cmid={n} 303
    GET /pluginfile.php/{n}/mod_resource/content/{digit}/{slug}.pdf
    GET /draftfile.php/{n}/user/draft/{n}/{word}.docx 404
    POST /lib/ajax/service.php?sesskey={word}{n}&info=core_course_get_enrolled_courses_by_timeline_classification
    GET /theme/styles.php/boost/{n}_1/all
    GET /theme/yui_combo.php?rollup/3.18.1/yui-moodlesimple-min.js
    GET /lib/javascript.php/{n}/lib/requirejs/require.min.js
    POST /webservice/rest/server.php?moodlewsrestformat=json&wsfunction=core_webservice_get_site_info
    POST /login/token.php?lang=de
    GET /admin/search.php?query=debug
    GET /admin/tool/task/scheduledtasks.php
    GET /report/log/index.php?chooselog=1&id={n}
    GET /mod/scorm/player.php?a={digit}&currentorg=org{n}&scoid={n}
    GET /backup/backup.php?id={n}
    GET /user/profile.php?id={n}
    `,
  ),
] as const;
