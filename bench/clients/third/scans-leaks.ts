import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED, LIBRARIES, PHONES, SCANNING } from './agents.ts';

/** Scanners in search of files that were never meant to be served. */
export const LEAK_SCANS = [
  scan(
    'dotenv files in every folder of an app',
    { on: ['app.tallyho.example', 'www.brookfield-dental.example'], agents: FAKED, pace: 0.4 },
    `
    GET /.env
    GET /.env.production
    GET /.env.local
    GET /.env.bak
    GET /.env.save
    GET /.env.old
    GET /api/.env
    GET /backend/.env
    GET /laravel/.env
    GET /core/app/.env
    GET /crm/.env 403
    GET /public/.env
    GET /.env.example
    GET /.env~
    GET /apps/web/.env.development.local
    POST /.env 405
    `,
  ),
  scan(
    'one dotenv and gone',
    {
      on: ['tickets.northpier.example', '203.0.113.71', 'feeds.harrow.example'],
      agents: BROWSERS,
      clients: 3,
    },
    `
    GET /.env.prod
    `,
  ),
  scan(
    'dotenv on a site that answers everything with its app',
    { on: ['dash.plumline.example'], agents: PHONES, answer: 200, clients: 1, pace: 2 },
    `
    GET /.env
    GET /.env.staging
    GET /config/.env
    GET /.aws/credentials
    GET /.git/HEAD
    GET /server/.env
    GET /phpinfo.php
    `,
  ),
  scan(
    'git repositories',
    {
      on: ['www.oakridge-cycles.example', 'staging.tallyho.example'],
      agents: [...LIBRARIES, ...FAKED],
      pace: 1.2,
    },
    `
    GET /.git/config
    GET /.git/HEAD
    GET /.git/index
    GET /.git/logs/HEAD
    GET /.git/refs/heads/master 403
    GET /.git/packed-refs
    GET /.git/objects/info/packs
    GET /.git/COMMIT_EDITMSG
    GET /wp-content/themes/.git/config
    GET /static/.git/config
    GET /.git-credentials
    GET /.gitconfig
    HEAD /.git/ 403
    `,
  ),
  scan(
    'other version control and folder listings of desktops',
    { on: ['www.halden-optik.example', 'kunst.vogelsang.example'], agents: FAKED, pace: 3 },
    `
    GET /.svn/entries
    GET /.svn/wc.db
    GET /.hg/hgrc
    GET /.hg/store/00manifest.i
    GET /.bzr/branch/branch.conf
    GET /CVS/Root
    GET /CVS/Entries
    GET /.DS_Store
    GET /images/.DS_Store
    GET /_darcs/prefs/defaultrepo
    `,
  ),
  scan(
    'cloud credentials',
    { on: ['cdn.mossbank.example', 'api.tallyho.example'], agents: SCANNING, pace: 0.3 },
    `
    GET /.aws/credentials
    GET /.aws/config
    GET /root/.aws/credentials
    GET /.azure/accessTokens.json
    GET /.config/gcloud/application_default_credentials.json
    GET /.config/gcloud/credentials.db
    GET /.boto
    GET /.s3cfg
    GET /aws.json
    GET /aws-credentials.txt
    GET /s3.php.bak
    GET /gcp-service-account.json
    GET /.oci/config
    GET /.rclone.conf
    GET /.terraform/terraform.tfstate
    GET /terraform.tfstate
    GET /terraform.tfvars
    `,
  ),
  scan(
    'keys and shell histories',
    { on: ['gw.nordkap-reisen.example', 'www.tiny-looms.example'], agents: LIBRARIES, pace: 0.8 },
    `
    GET /.ssh/id_rsa
    GET /.ssh/id_ed25519
    GET /.ssh/authorized_keys
    GET /id_rsa
    GET /server.key
    GET /privatekey.pem
    GET /.bash_history
    GET /.zsh_history
    GET /.mysql_history
    GET /.netrc
    GET /.pgpass
    GET /.my.cnf
    GET /.htpasswd 403
    GET /ssl/private/server.key
    GET /.python_history
    GET /.npmrc
    GET /.docker/config.json
    GET /.dockercfg
    GET /.kube/config
    `,
  ),
  scan(
    'files of deployment and of editors',
    { on: ['beta.plumline.example', 'www.gritandgrain.example'], agents: [...BROWSERS, ...FAKED], pace: 1 },
    `
    GET /docker-compose.yml
    GET /docker-compose.prod.yml
    GET /Dockerfile
    GET /.dockerenv
    GET /.gitlab-ci.yml
    GET /.travis.yml
    GET /.circleci/config.yml
    GET /.github/workflows/deploy.yml
    GET /Jenkinsfile
    GET /bitbucket-pipelines.yml
    GET /ansible/vault.yml
    GET /.vscode/sftp.json
    GET /.vscode/settings.json
    GET /sftp-config.json
    GET /.ftpconfig
    GET /.idea/workspace.xml
    GET /.idea/dataSources.xml
    GET /.remote-sync.json
    GET /deployment-config.json
    GET /serverless.yml
    GET /helm/values.yaml
    GET /.cursor/mcp.json
    GET /.claude/settings.local.json
    `,
  ),
  scan(
    'configuration of frameworks',
    { on: ['portal.eastmarsh.example', 'www.lindqvist-bygg.example'], agents: FAKED, pace: 0.5 },
    `
    GET /config/database.yml
    GET /config/secrets.yml
    GET /config/master.key
    GET /config.json
    GET /config/parameters.yml
    GET /app/config/parameters.yml
    GET /appsettings.json
    GET /appsettings.Production.json
    GET /web.config
    GET /WEB-INF/web.xml
    GET /WEB-INF/classes/application.properties
    GET /application.yml
    GET /application-prod.properties
    GET /settings.py
    GET /local_settings.py
    GET /config.php.bak
    GET /inc/config.inc.php~
    GET /configuration.php-dist
    GET /config/app.php.old
    GET /env.js
    GET /static../settings.py
    GET /firebase-adminsdk.json
    GET /google-services.json
    GET /secrets.json
    `,
  ),
  scan(
    'wp-config under all the names it was saved as',
    { on: ['www.halden-optik.example', 'blog.mossbank.example'], agents: BROWSERS, pace: 0.7 },
    `
    GET /wp-config.php.bak
    GET /wp-config.php~
    GET /wp-config.php.save
    GET /wp-config.php.swp
    GET /.wp-config.php.swp
    GET /wp-config.old
    GET /wp-config.txt
    GET /wp-config.php.orig
    GET /wp-config.php_bak
    GET /wp-config-backup.txt
    GET /wp-config.inc
    GET /%23wp-config.php%23
    `,
  ),
] as const;
