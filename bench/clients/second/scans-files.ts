import { BORROWED, BROWSERS, LIBRARIES } from './agents.ts';
import { scan } from './kind.ts';

/** Scanners that look for files which were left on the server by mistake. */
export const FILE_SCANS = [
  scan(
    'environment files',
    { on: ['shop.example', 'api.example'], agents: LIBRARIES, pace: 0.3, clients: 3 },
    `
    GET /.env
    GET /.env.local
    GET /.env.production
    GET /.env.bak
    GET /api/.env
    GET /laravel/.env
    GET /app/.env.save
    GET /backend/.env
    GET /core/.env.old
    GET /public/.env
    GET /env.txt
    GET /.environment`,
  ),
  scan(
    'git directory',
    { on: ['notes.example', 'shop.example'], agents: BORROWED, pace: 2, clients: 3 },
    `
    GET /.git/config
    GET /.git/HEAD
    GET /.git/index
    GET /.git/logs/HEAD
    GET /app/.git/config
    GET /.git-credentials
    GET /.gitconfig`,
  ),
  scan(
    'other version control',
    { on: ['board.example'], agents: BORROWED, pace: 4 },
    `
    GET /.svn/entries
    GET /.svn/wc.db
    GET /.hg/hgrc
    GET /.bzr/branch/branch.conf
    GET /CVS/Root`,
  ),
  scan(
    'archives named after the site',
    { on: ['shop.example', 'news.example'], agents: BROWSERS, pace: 0.8 },
    `
    HEAD /shop.example.zip
    HEAD /shop.zip
    HEAD /www.tar.gz
    HEAD /backup.zip
    HEAD /backup.tar.gz
    HEAD /backup.sql
    HEAD /public_html.zip
    HEAD /wwwroot.rar
    HEAD /site.7z
    HEAD /old.zip
    HEAD /htdocs.tar.gz
    HEAD /bak.rar`,
  ),
  scan(
    'database dumps',
    { on: ['clinic.example'], agents: ['Go-http-client/2.0', ''], pace: 1.5 },
    `
    GET /dump.sql
    GET /db.sql
    GET /database.sql.gz
    GET /mysql.sql
    GET /db_backup.sql
    GET /data/db.sqlite
    GET /sql/dump.sql.zip
    GET /backups/mysqldump.sql`,
  ),
  scan(
    'editor settings with passwords',
    { on: ['notes.example', 'news.example'], agents: BROWSERS, pace: 3 },
    `
    GET /.vscode/sftp.json
    GET /sftp-config.json
    GET /.idea/workspace.xml
    GET /.idea/dataSources.xml
    GET /.ftpconfig
    GET /.remote-sync.json
    GET /deployment-config.json
    GET /.DS_Store`,
  ),
  scan(
    'cloud credentials',
    { on: ['api.example', 'spa.example'], agents: LIBRARIES, pace: 0.5 },
    `
    GET /.aws/credentials
    GET /.aws/config
    GET /aws.json
    GET /.s3cfg
    GET /.boto
    GET /serviceAccountKey.json
    GET /firebase-adminsdk.json
    GET /gcp-credentials.json
    GET /.config/gcloud/application_default_credentials.json
    GET /.azure/accessTokens.json
    GET /credentials.json`,
  ),
  scan(
    'containers and clusters',
    { on: ['api.example'], agents: LIBRARIES, pace: 0.5 },
    `
    GET /.kube/config
    GET /.docker/config.json
    GET /.dockercfg
    GET /docker-compose.yml
    GET /docker-compose.prod.yaml
    GET /Dockerfile
    GET /kubeconfig
    GET /k8s/secrets.yaml
    GET /values.yaml`,
  ),
  scan(
    'private keys',
    { on: ['clinic.example', 'board.example'], agents: BORROWED, pace: 2 },
    `
    GET /.ssh/id_rsa
    GET /.ssh/id_ed25519
    GET /id_rsa
    GET /id_dsa
    GET /server.key
    GET /privatekey.key
    GET /ssl/private.pem
    GET /.ssh/authorized_keys`,
  ),
  scan(
    'files of a home directory',
    { on: ['notes.example'], agents: BORROWED, pace: 2 },
    `
    GET /.bash_history
    GET /.zsh_history
    GET /.mysql_history
    GET /.netrc
    GET /.pypirc
    GET /.npmrc
    GET /.pgpass
    GET /.my.cnf
    GET /.htpasswd
    GET /.bashrc`,
  ),
  scan(
    'settings of frameworks',
    { on: ['shop.example', 'clinic.example'], agents: BROWSERS, pace: 0.7 },
    `
    GET /config/database.yml
    GET /config/master.key
    GET /config/secrets.yml
    GET /application.properties
    GET /WEB-INF/web.xml
    GET /web.config
    GET /appsettings.Production.json
    GET /app/config/parameters.yml
    GET /settings.py
    GET /local_settings.py
    GET /config.inc.php.bak
    GET /config/app.php
    GET /phpunit.xml`,
  ),
  scan(
    'copies of wp-config.php',
    { on: ['board.example', 'press.example'], agents: BORROWED, pace: 1 },
    `
    GET /wp-config.php.bak
    GET /wp-config.php~
    GET /wp-config.php.save
    GET /wp-config.bak
    GET /wp-config.txt
    GET /.wp-config.php.swp
    GET /wp-config.php.old
    GET /wp-config.php_orig`,
  ),
  scan(
    'files of build servers',
    { on: ['spa.example', 'api.example'], agents: LIBRARIES, pace: 1 },
    `
    GET /.gitlab-ci.yml
    GET /.travis.yml
    GET /.circleci/config.yml
    GET /.github/workflows/deploy.yml
    GET /bitbucket-pipelines.yml
    GET /Jenkinsfile
    GET /.drone.yml
    GET /azure-pipelines.yml
    GET /Procfile`,
  ),
  scan(
    'log files',
    { on: ['news.example', 'shop.example'], agents: BORROWED, pace: 1 },
    `
    GET /storage/logs/laravel.log
    GET /wp-content/debug.log
    GET /error_log
    GET /debug.log
    GET /logs/error.log
    GET /npm-debug.log
    GET /var/log/dev.log
    GET /app/logs/prod.log
    GET /log/development.log`,
  ),
  scan(
    'phpinfo pages',
    { on: ['api.example', 'spa.example', 'shop.example'], agents: BROWSERS, pace: 1, clients: 3 },
    `
    GET /phpinfo.php
    GET /info.php
    GET /php.php
    GET /i.php
    GET /test.php
    GET /phpinfo
    GET /_phpinfo.php
    GET /dev/phpinfo.php
    GET /old_phpinfo.php
    GET /php-info.php`,
  ),
  scan(
    'infrastructure as code',
    { on: ['api.example'], agents: LIBRARIES, pace: 1 },
    `
    GET /terraform.tfstate
    GET /terraform.tfvars
    GET /.terraform/terraform.tfstate
    GET /ansible.cfg
    GET /group_vars/all.yml
    GET /inventory.ini
    GET /vault.yml
    GET /Vagrantfile
    GET /serverless.yml`,
  ),
  scan(
    'keys of language models',
    { on: ['api.example', 'notes.example'], agents: LIBRARIES, pace: 1 },
    `
    GET /.claude/settings.json
    GET /.cursor/mcp.json
    GET /.openai/config.json
    GET /litellm_config.yaml
    GET /.continue/config.json
    GET /.streamlit/secrets.toml
    GET /mcp.json
    GET /.anthropic/credentials`,
  ),
  scan(
    'secrets in scripts',
    { on: ['shop.example'], agents: BROWSERS, pace: 0.4 },
    `
    GET / 200
    GET /config.js
    GET /env.js
    GET /settings.js
    GET /aws-exports.js
    GET /static/js/config.js
    GET /js/env.js
    GET /.env.js
    GET /constants.js
    GET /secrets.json
    GET /keys.json
    GET /stripe.json
    GET /sendgrid.env
    GET /twilio.json`,
  ),
];
