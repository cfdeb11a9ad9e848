import { type ProbeKind, paths, under } from './probe-kind.ts';

const FOLDERS = paths('/ /api/ /app/ /backend/ /admin/ /public/ /core/ /src/ /web/ /v1/ /laravel/ /error/');
const BLOGS = paths('/ /blog/ /wp/ /wordpress/ /site/ /cms/ /test/ /old/ /new/ /shop/ /2019/ /news/');

/** Scans for files that a deployment left behind. */
export const FILE_PROBES: readonly ProbeKind[] = [
  { name: 'dotenv', requests: under(FOLDERS, ['.env']) },
  {
    name: 'dotenv variants',
    requests: paths(
      '/.env.local /.env.production /.env.prod /.env.dev /.env.bak /.env.save /.env.old /.env~ /.env.example ' +
        '/.env.stage /.env.backup /.env.development.local /.env.1 /.env_copy /config/.env.php /.envrc /%2eenv',
    ),
  },
  {
    name: 'git',
    requests: paths(
      '/.git/config /.git/HEAD /.git/index /.git/logs/HEAD /.git/refs/heads/master /.git/packed-refs /app/.git/config ' +
        '/api/.git/HEAD /.git/ /.git/objects/info/packs /.gitconfig /.git-credentials /wordpress/.git/config /.git',
    ),
  },
  {
    name: 'other version control',
    requests: paths(
      '/.svn/entries /.svn/wc.db /.svn/ /.hg/hgrc /.hg/store/00manifest.i /.bzr/branch-format /CVS/Entries /CVS/Root ' +
        '/.DS_Store /images/.DS_Store /static/.DS_Store /_darcs/prefs/binaries',
    ),
  },
  {
    name: 'cloud keys',
    requests: paths(
      '/.aws/credentials /.aws/config /root/.aws/credentials /.s3cfg /.boto /aws.yml /aws-credentials /gcp-key.json ' +
        '/.config/gcloud/credentials.db /.azure/accessTokens.json /service-account.json /firebase-adminsdk.json ' +
        '/latest/meta-data/iam/security-credentials/ /computeMetadata/v1/project/',
    ),
  },
  {
    name: 'keys and histories',
    requests: paths(
      '/.ssh/id_rsa /.ssh/authorized_keys /id_rsa /id_dsa /root/.ssh/id_ed25519 /.bash_history /.zsh_history ' +
        '/.mysql_history /.netrc /.pgpass /.my.cnf /.htpasswd /server.key /private.key /privatekey.key /ssl/localhost.key',
    ),
  },
  {
    name: 'editors and tools',
    requests: paths(
      '/.vscode/sftp.json /.vscode/settings.json /.idea/workspace.xml /.idea/dataSources.xml /sftp-config.json ' +
        '/.ftpconfig /.remote-sync.json /.npmrc /.docker/config.json /.dockercfg /.kube/config /.pypirc /.composer/auth.json ' +
        '/.cursor/mcp.json /.claude/settings.json',
    ),
  },
  {
    name: 'build files',
    requests: paths(
      '/.travis.yml /.circleci/config.yml /.gitlab-ci.yml /.github/workflows/deploy.yml /Jenkinsfile ' +
        '/bitbucket-pipelines.yml /docker-compose.yml /docker-compose.prod.yml /Dockerfile /composer.lock /package-lock.json ' +
        '/Gemfile /requirements.txt /yarn.lock /Vagrantfile',
    ),
  },
  {
    name: 'configuration files',
    requests: paths(
      '/config.json /config.yml /config/database.yml /config.php.bak /application.properties /application.yml ' +
        '/appsettings.json /web.config /config/parameters.yml /secrets.json /config/secrets.yml /credentials.json /settings.py ' +
        '/local_settings.py /config.inc.php.bak /env.json /app/config/parameters.yml',
    ),
  },
  {
    name: 'log files',
    requests: paths(
      '/error.log /debug.log /logs/error.log /log/production.log /access.log /npm-debug.log /storage/logs/laravel.log ' +
        '/wp-content/debug.log /error_log /var/log/nginx/access.log /application/logs/log.php /logs/access.log',
    ),
  },
  {
    name: 'backups',
    requests: paths(
      '/backup.zip /www.zip /site.tar.gz /backup.sql /dump.sql /db.sql.gz /database.sql /public_html.zip /wwwroot.rar ' +
        '/web.tar.gz /html.zip /backup.tar.gz /shop.example.zip /mysql.sql /old.zip /data.sql /backups/backup.sql /index.php.bak',
    ),
  },
  {
    name: 'wordpress configuration',
    requests: paths(
      '/wp-config.php.bak /wp-config.php~ /wp-config.old /wp-config.php.save /wp-config.txt /.wp-config.php.swp ' +
        '/wp-config.php.old /wp-config.php_orig /wp-config-sample.php /wp-config.inc /wp-config.bak /wp-config.php.swp',
    ),
  },
  { name: 'wordpress logins', requests: under(BLOGS, ['wp-login.php']), notOn: 'wordpress' },
  { name: 'wordpress remote procedures', requests: under(BLOGS, ['xmlrpc.php']), notOn: 'wordpress' },
  {
    name: 'wordpress manifests',
    requests: under(BLOGS, ['wp-includes/wlwmanifest.xml']),
    notOn: 'wordpress',
  },
  {
    name: 'wordpress setup and users',
    requests: paths(
      '/wp-admin/setup-config.php /wp-admin/install.php /wp-json/wp/v2/users /?author=1 /wp-admin/css/ ' +
        '/wp-content/plugins/wp-file-manager/readme.txt /wp-content/plugins/revslider/release_log.html ' +
        '/wp-admin/admin-ajax.php?action=revslider_show_image&img=../wp-config.php /wp-cron.php ' +
        '/wp-content/plugins/hellopress/wp_filemanager.php /wp-includes/fonts/index.php /wp-admin/ /wp-json/oembed/1.0',
    ),
    notOn: 'wordpress',
  },
  {
    name: 'phpunit',
    requests: under(
      paths(
        '/vendor/ / /lib/ /laravel/vendor/ /www/vendor/ /yii/vendor/ /zend/vendor/ /cms/vendor/ /api/vendor/ /lib/vendor/',
      ),
      ['phpunit/phpunit/src/Util/PHP/eval-stdin.php'],
    ).map((path) => path.replace('//', '/')),
  },
  {
    name: 'phpinfo',
    requests: paths(
      '/phpinfo.php /info.php /phpinfo /test.php /i.php /pi.php /php_info.php /php.php /admin/phpinfo.php /old_phpinfo.php ' +
        '/_phpinfo.php /infophp.php',
    ),
  },
  {
    name: 'phpmyadmin',
    requests: paths(
      '/phpmyadmin/ /phpMyAdmin/index.php /pma/ /phpMyAdmin-5.1.1/ /mysql/admin/ /dbadmin/ /myadmin/scripts/setup.php ' +
        '/adminer.php /adminer-4.8.1.php /sqladmin/ /phpmyadmin4/ /PMA2012/ /db/phpmyadmin/ /mysqlmanager/',
    ),
    notOn: 'php',
  },
  {
    name: 'web shells',
    requests: paths(
      '/alfa.php /wso.php /shell.php /c99.php /r57.php /b374k.php /cmd.php /wp-content/uploads/x.php /alfacgiapi/perl.alfa ' +
        '/ALFA_DATA/alfacgiapi/bash.alfa /mini.php /doc.php /radio.php /fm.php /about.php?cmd=id /shell20211028.php /ws.php ' +
        '/.well-known/pki-validation/cloud.php /wp-content/themes/seotheme/db.php /.tmb/ms-edit.php',
    ),
  },
];
