import { scan } from '../second/kind.ts';
import { BROWSERS, FAKED, LIBRARIES, PHONES } from './agents.ts';

/** Scanners in search of what was left on the server: archives, dumps, logs, pages for tests. */
export const REMAIN_SCANS = [
  scan(
    'archives named like the site',
    { on: ['gritandgrain.example'], agents: FAKED, clients: 1, pace: 0.15 },
    `
    HEAD /gritandgrain.zip
    HEAD /gritandgrain.tar.gz
    HEAD /gritandgrain.example.zip
    HEAD /gritandgrain.example.sql
    HEAD /www.zip
    HEAD /wwwroot.rar
    HEAD /public_html.zip
    HEAD /htdocs.tar.gz
    HEAD /backup.tar.gz
    HEAD /backup.sql.gz
    HEAD /site-backup.7z
    HEAD /2025.zip
    HEAD /db.zip
    HEAD /website.rar
    HEAD /old.zip
    HEAD /html.tgz
    `,
  ),
  scan(
    'database dumps',
    {
      on: ['shop.hollyhock.example', 'intern.bergwacht-nord.example'],
      agents: [...FAKED, ...LIBRARIES],
      pace: 0.6,
    },
    `
    GET /dump.sql
    GET /database.sql
    GET /db_backup.sql
    GET /mysql.sql
    GET /backup/db.sql
    GET /sql/dump.sql.gz
    GET /users.sql
    GET /localhost.sql
    GET /data/dump.rdb
    GET /db.sqlite3
    GET /database/database.sqlite
    GET /wp-content/mysql.sql
    GET /wp-content/uploads/dump.sql
    GET /phpmyadmin.sql
    GET /accounts.mdb
    `,
  ),
  scan(
    'logs and what servers tell about themselves',
    { on: ['www.gritandgrain.example', 'm.northpier.example'], agents: FAKED, pace: 1.5 },
    `
    GET /server-status
    GET /server-info
    GET /nginx_status
    GET /storage/logs/laravel.log
    GET /wp-content/debug.log
    GET /error_log
    GET /logs/access.log
    GET /npm-debug.log
    GET /var/log/dev.log
    GET /app/logs/prod.log
    GET /errors.log
    GET /elmah.axd
    GET /trace.axd
    GET /status?full&json
    `,
  ),
  scan(
    'phpinfo under all of its names',
    {
      on: ['www.lindqvist-bygg.example', 'crm.eastmarsh.example'],
      agents: [...BROWSERS, ...PHONES],
      pace: 0.5,
    },
    `
    GET /phpinfo.php
    GET /info.php
    GET /php_info.php
    GET /phpinfo
    GET /pi.php
    GET /test/phpinfo.php
    GET /_profiler/phpinfo
    GET /admin/phpinfo.php
    GET /infophp.php
    GET /phpversion.php
    GET /?phpinfo=1 200
    GET /dashboard/phpinfo.php
    GET /xampp/phpinfo.php
    GET /old_phpinfo.php
    `,
  ),
  scan(
    'tokens in the settings of programs that talk to models',
    {
      on: ['ai.tallyho.example', 'chat.mossbank.example'],
      agents: ['python-httpx/0.27.2', ...FAKED],
      pace: 2,
    },
    `
    GET /.openai/config.json
    GET /.anthropic/api_key
    GET /.streamlit/secrets.toml
    GET /.env.openai
    GET /openai_api_key.txt
    GET /.cache/huggingface/token
    GET /.continue/config.json
    GET /.codex/auth.json
    GET /litellm_config.yaml
    GET /.gemini/oauth_creds.json
    `,
  ),
] as const;
