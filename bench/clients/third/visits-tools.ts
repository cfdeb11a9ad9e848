import { visit } from '../second/kind.ts';
import { BROWSERS } from './agents.ts';

/** Programs of developers and operators, at home: what scanners look for is what they are. */
export const TOOL_VISITS = [
  visit(
    'git over HTTP',
    {
      on: ['git.lochkarte.example'],
      agents: [
        'git/2.47.1',
        'git/2.39.5 (Apple Git-154)',
        'git-lfs/3.6.0 (GitHub; linux amd64; go 1.23.1)',
        'go-git/5.x',
      ],
      pace: 0.5,
      clients: 4,
    },
    `
    GET /{word}/{word}.git/info/refs?service=git-upload-pack
    GET /{word}/{word}/info/refs?service=git-upload-pack
    POST /{word}/{word}.git/git-upload-pack
    GET /{word}/{word}.git/info/refs?service=git-receive-pack 401
    POST /{word}/{word}.git/git-receive-pack
    POST /{word}/{word}.git/info/lfs/objects/batch
    GET /{word}/{word}.git/info/lfs/locks 404
    GET /{word}/{word}.git/HEAD
    GET /{word}/{word}.git/objects/info/packs
    GET /{word}/{word}.git/objects/{digit}a/{hex}{hex} 404
    GET /{word}.wiki.git/info/refs?service=git-upload-pack 404
    GET /{word}/{word}/.git/info/refs?service=git-upload-pack 404
    `,
  ),
  visit(
    'a Gitea and its people',
    { on: ['git.lochkarte.example', 'code.werft-nord.example'], agents: BROWSERS, pace: 3 },
    `
    GET /user/login?redirect_to=%2f{word}%2f{word}
    GET /{word}/{word}
    GET /{word}/dotfiles/src/branch/main/.bashrc
    GET /{word}/dotfiles/src/branch/main/.ssh/config
    GET /{word}/infra/src/branch/main/docker-compose.yml
    GET /{word}/infra/src/branch/main/.gitea/workflows/deploy.yml
    GET /{word}/shop/raw/branch/main/.env.example
    GET /{word}/shop/src/branch/main/wp-config-sample.php
    GET /{word}/shop/src/commit/{hex}{hex}/config/database.yml
    GET /{word}/shop/blame/branch/main/.gitignore
    GET /{word}/shop/src/branch/main/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php
    GET /{word}/{word}/archive/v1.{digit}.0.tar.gz
    GET /{word}/{word}/compare/main...{word}
    GET /{word}/{word}/issues?q=.env+leaked&type=all&state=open
    GET /{word}/{word}/search?q=etc%2Fpasswd
    GET /api/v1/repos/{word}/{word}/contents/.env.example?ref=main
    GET /api/v1/version
    GET /admin/users
    GET /assets/js/index.js?v=1.23.{digit}
    GET /avatars/{hex}{hex}?size=48
    GET /api/swagger
    `,
  ),
  visit(
    'a GitLab, its runners and its people',
    {
      on: ['gitlab.werft-nord.example'],
      agents: [
        'gitlab-runner 17.8.0 (17-8-stable; go1.22.7; linux/amd64)',
        BROWSERS[0] as string,
        'GitLab/Terraform',
      ],
      pace: 1,
      clients: 3,
    },
    `
    POST /api/v4/jobs/request 204
    PATCH /api/v4/jobs/{n}/trace 202
    POST /api/v4/jobs/{n}/artifacts?artifact_format=zip 201
    GET /users/sign_in
    GET /{word}/{word}/-/blob/main/.gitlab-ci.yml
    GET /{word}/{word}/-/raw/main/.env.dist
    GET /{word}/{word}/-/settings/ci_cd
    GET /{word}/{word}/-/jobs/{n}/artifacts/download?file_type=archive
    GET /api/v4/projects/{n}/repository/files/config%2Fsecrets.yml.enc/raw?ref=main
    GET /api/v4/projects/{n}/terraform/state/production
    GET /api/v4/user?private_token= 401
    GET /-/readiness?all=1
    GET /-/metrics 404
    POST /api/graphql
    GET /-/graphql-explorer
    GET /help
    GET /explore/projects?sort=latest_activity_desc
    GET /admin/runners
    GET /search?search=password+filename%3A.env&scope=blobs&project_id={n}
    `,
  ),
  visit(
    'a Jenkins',
    {
      on: ['ci.plumline.example'],
      agents: [BROWSERS[2] as string, 'Java/17.0.12', 'GitHub-Hookshot/8f2c1d0'],
      pace: 2,
      clients: 3,
    },
    `
    GET /login?from=%2F
    POST /j_spring_security_check 302
    GET /job/{word}/job/main/{n}/console
    GET /job/{word}/job/main/{n}/logText/progressiveText?start={n}
    GET /job/{word}/lastSuccessfulBuild/artifact/dist/{word}.war
    POST /job/{word}/build?delay=0sec 201
    POST /github-webhook/
    GET /computer/api/json?depth=1
    GET /script
    POST /scriptText
    GET /manage/configureSecurity/
    GET /securityRealm/user/{word}/configure
    GET /pluginManager/available
    GET /static/{hex}/scripts/hudson-behavior.js
    GET /crumbIssuer/api/json
    GET /queue/api/json
    GET /jnlpJars/agent.jar
    GET /tcpSlaveAgentListener/
    `,
  ),
  visit(
    'a Grafana',
    { on: ['grafana.plumline.example'], agents: [BROWSERS[0] as string, BROWSERS[2] as string], pace: 1 },
    `
    GET /login
    GET /d/{hex}/{slug}?orgId=1&from=now-6h&to=now
    POST /api/ds/query?ds_type=prometheus&requestId=Q{n}
    GET /api/datasources/proxy/uid/{hex}/api/v1/query_range?query=sum(rate(http_requests_total%7Bcode%3D~%225..%22%7D%5B5m%5D))
    GET /public/build/{n}.{hex}.js
    GET /public/plugins/grafana-lokiexplore-app/module.js 404
    GET /api/live/ws 101
    GET /api/health
    `,
  ),
  visit(
    'a Kibana',
    { on: ['kibana.backbone.internal'], agents: [BROWSERS[3] as string], from: 'private', pace: 1 },
    `
    GET /app/discover
    POST /internal/search/es
    POST /api/console/proxy?path=_cat%2Findices%3Fv&method=GET
    GET /s/default/app/dev_tools
    GET /api/status
    `,
  ),
  visit(
    'a Prometheus',
    {
      on: ['prom.backbone.internal'],
      agents: ['Grafana/11.4.0', BROWSERS[1] as string],
      from: 'private',
      pace: 1,
    },
    `
    GET /api/datasources/proxy/uid/{hex}/api/v1/query_range?query=sum(rate(http_requests_total%7Bcode%3D~%225..%22%7D%5B5m%5D))
    GET /metrics
    GET /api/v1/targets?state=active
    GET /api/v1/query?query=up
    GET /api/v1/label/__name__/values
    GET /-/healthy
    GET /debug/pprof/
    GET /api/v1/status/config
    `,
  ),
] as const;
