import { type Kind, scan } from '../second/kind.ts';
import { DISGUISES, SCRIPTS } from './agents.ts';
import { BARE, LARAVEL, NEXT, OLDPHP, PLAIN, SPA, STATIC, STRICT, SYMFONY, WORDPRESS } from './sites.ts';

// Those who look for files that were left on the server by mistake.

export const SECRET_SCANS: readonly Kind[] = [
  scan(
    'dotenv in every folder',
    { on: STRICT, agents: SCRIPTS, clients: 4, pace: 0.4, picks: 14 },
    `
    GET /.env
    GET /.env.bak
    GET /.env.local
    GET /.env.production
    GET /.env.save
    GET /.env.old
    GET /.env~
    GET /api/.env
    GET /backend/.env
    GET /laravel/.env
    GET /core/.env
    GET /public/.env
    GET /admin/.env
    GET /crm/.env
    GET /app/.env
    GET /config/.env
    GET /src/.env
    GET /.env.example
    GET /storage/.env
    GET /vendor/.env
    GET /new/.env
    GET /old/.env`,
  ),
  scan(
    'dotenv once, then a form post to the front page',
    { on: [STATIC, LARAVEL, NEXT, OLDPHP], agents: DISGUISES, clients: 4, pace: 0.8 },
    `
    GET /.env 404
    POST / 405`,
  ),
  scan(
    'dotenv behind a single-page app that answers everything',
    {
      on: [SPA],
      agents: ['Mozilla/5.0; Keydrop.io/1.0(onlyscans.com/about);'],
      pace: 0.3,
      clients: 1,
      answer: 200,
    },
    `
    GET /.env
    GET /.env.prod
    GET /.env.staging
    GET /client/.env
    GET /server/.env
    GET /.git/config
    GET /config.json`,
  ),
  scan(
    'git folder hunters',
    { on: STRICT, agents: [...DISGUISES, ...SCRIPTS], clients: 5, pace: 1.5 },
    `
    GET /.git/config
    GET /.git/HEAD
    GET /.git/index
    GET /.git/logs/HEAD`,
  ),
  scan(
    'git folders of subfolders, refused by the server',
    { on: [...WORDPRESS, SYMFONY], agents: ['Go-http-client/2.0'], answer: 403, pace: 0.6 },
    `
    GET /.git/config
    GET /wp-content/.git/config 404
    GET /app/.git/config 404
    GET /blog/.git/config 404
    GET /.gitignore
    GET /.git-credentials
    GET /.gitlab-ci.yml 404`,
  ),
  scan(
    'keys of clouds and of shells',
    { on: STRICT, agents: SCRIPTS, clients: 3, pace: 0.7, picks: 9 },
    `
    GET /.aws/credentials
    GET /.aws/config
    GET /aws.yml
    GET /.ssh/id_rsa
    GET /.ssh/id_ed25519
    GET /.ssh/authorized_keys
    GET /id_rsa
    GET /.s3cfg
    GET /.boto
    GET /.docker/config.json
    GET /.kube/config
    GET /.npmrc
    GET /.netrc
    GET /.pypirc
    GET /.bash_history
    GET /.azure/accessTokens.json
    GET /.config/gcloud/application_default_credentials.json
    GET /terraform.tfstate
    GET /.terraform/terraform.tfstate
    GET /service-account.json
    GET /firebase-adminsdk.json`,
  ),
  scan(
    'settings of editors and of file transfer',
    { on: PLAIN, agents: DISGUISES, pace: 1, clients: 2 },
    `
    GET /.vscode/sftp.json
    GET /sftp-config.json
    GET /.ftpconfig
    GET /.remote-sync.json
    GET /.idea/workspace.xml
    GET /.idea/dataSources.xml
    GET /.DS_Store
    GET /nbproject/project.properties
    GET /filezilla.xml
    GET /sitemanager.xml
    GET /recentservers.xml
    GET /ws_ftp.ini`,
  ),
  scan(
    'dumps of the database by the usual names',
    { on: STRICT, agents: DISGUISES, clients: 3, pace: 0.5, picks: 10 },
    `
    GET /dump.sql
    GET /backup.sql
    GET /database.sql
    GET /db.sql
    GET /db_backup.sql
    GET /mysql.sql
    GET /dump.sql.gz
    GET /backup.sql.gz
    GET /data.sql
    GET /localhost.sql
    GET /users.sql
    GET /wordpress.sql
    GET /sql.sql
    GET /mysqldump.sql
    GET /temp.sql
    GET /site.sql
    GET /dbdump.sql
    GET /backups/db.sql`,
  ),
  scan(
    'archives named after the site',
    { on: ['www.anna-fotografiert.example'], agents: [DISGUISES[2] as string], clients: 1, pace: 0.4 },
    `
    HEAD /www.anna-fotografiert.example.zip
    HEAD /www.anna-fotografiert.example.tar.gz
    HEAD /anna-fotografiert.example.rar
    HEAD /anna-fotografiert.zip
    HEAD /anna-fotografiert.sql
    HEAD /anna-fotografiert.tar.gz
    HEAD /anna.zip
    HEAD /www.zip
    HEAD /wwwroot.rar
    HEAD /web.zip
    HEAD /website.7z
    HEAD /public_html.zip
    HEAD /htdocs.tar.gz
    HEAD /backup.zip
    HEAD /old.zip
    HEAD /bak.rar
    HEAD /1.zip`,
  ),
  scan(
    'backups of the configuration beside the original',
    { on: [OLDPHP, SYMFONY, ...WORDPRESS], agents: DISGUISES, pace: 0.9, clients: 3 },
    `
    GET /wp-config.php.bak
    GET /wp-config.php~
    GET /wp-config.php.save
    GET /.wp-config.php.swp
    GET /wp-config.old
    GET /wp-config.txt
    GET /config.php.bak
    GET /configuration.php.bak
    GET /settings.php.old
    GET /index.php.bak
    GET /.index.php.swp
    GET /config.inc.php~`,
  ),
  scan(
    'what a build leaves behind',
    {
      on: [NEXT, STATIC, LARAVEL],
      agents: ['Mozilla/5.0 (compatible; research/1.0)', ...SCRIPTS],
      pace: 0.5,
      clients: 3,
    },
    `
    GET /docker-compose.yml
    GET /Dockerfile
    GET /docker-compose.prod.yml
    GET /composer.lock
    GET /package.json
    GET /yarn.lock
    GET /serverless.yml
    GET /application.yml
    GET /appsettings.json
    GET /config/database.yml
    GET /config/secrets.yml
    GET /parameters.yml
    GET /credentials.json
    GET /secrets.json
    GET /.travis.yml
    GET /Jenkinsfile`,
  ),
  scan(
    'other version control',
    { on: [...BARE, OLDPHP], agents: DISGUISES, pace: 2, clients: 2 },
    `
    GET /.svn/entries
    GET /.svn/wc.db
    GET /.hg/hgrc
    GET /.bzr/README
    GET /CVS/Root
    GET /.git/config`,
  ),
  scan(
    'access files and logs',
    { on: [OLDPHP, SYMFONY, STATIC], agents: DISGUISES, pace: 1.2, clients: 2 },
    `
    GET /.htpasswd 403
    GET /.htaccess 403
    GET /error_log
    GET /debug.log
    GET /storage/logs/laravel.log
    GET /var/log/dev.log
    GET /logs/error.log
    GET /wp-content/debug.log
    GET /npm-debug.log
    GET /access.log`,
  ),
  scan(
    'settings by way of script bundles',
    { on: [STATIC, NEXT], agents: [DISGUISES[8] as string, DISGUISES[9] as string], answer: 404, pace: 0.3 },
    `
    GET / 200
    GET /env.js
    GET /config.js
    GET /__env.js
    GET /aws-exports.js
    GET /.env.js
    GET /js/config.js
    GET /settings.js
    GET /_next/static/../../../.env 400
    GET /.env.development
    GET /assets/.env
    GET /static/js/main.js.map`,
  ),
];
