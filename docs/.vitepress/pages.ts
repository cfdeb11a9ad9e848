/** A page of the site. */
export interface Page {
  /** In docs/. */
  readonly file: string;
  /** In the sidebar. */
  readonly name: string;
  /** What is on it, for llms.txt. */
  readonly about: string;
}

/** All pages in the order of the sidebar, except the home page and single decisions. */
export const PAGES: Readonly<Record<string, readonly Page[]>> = {
  Start: [
    {
      file: 'get-started.md',
      name: 'Get started',
      about: 'install, record an app, open the page, find a request',
    },
    {
      file: 'frameworks.md',
      name: 'Frameworks',
      about: 'the line to add for each framework, what is seen, what cannot be recorded',
    },
    {
      file: 'toolchains.md',
      name: 'Toolchains',
      about: 'bundlers, TypeScript, Jest, Vitest, versions of Node',
    },
  ],
  Use: [
    { file: 'search.md', name: 'Search', about: 'the query language, URLs, exports, order and counts' },
    {
      file: 'findings.md',
      name: 'What is wrong, and why',
      about: 'findings, errors, what requests have in common: what each means and when it is silent',
    },
    {
      file: 'find.md',
      name: 'Find what went wrong',
      about: 'crashes, failures, slow queries, leaks: which search and which command finds each',
    },
    {
      file: 'page.md',
      name: 'The page',
      about: 'Profile Search, Overview, Errors, Routes, Clients, the profile and its panels, the toolbar',
    },
    {
      file: 'clients.md',
      name: 'Clients and scanners',
      about: 'classes of clients, how scanners are recognised and how sure that is, block lists',
    },
    {
      file: 'recording.md',
      name: 'What is recorded',
      about: 'entries and details, functions that add to them, users, jobs, errors, bodies, what it costs',
    },
    {
      file: 'instrumentation.md',
      name: 'Instrumentation',
      about: 'libraries whose queries, logs and calls are seen, with tested versions; OpenTelemetry',
    },
  ],
  Operate: [
    { file: 'deploy.md', name: 'Deploy', about: 'proxies, several processes, metrics, containers, systemd' },
    {
      file: 'collector.md',
      name: 'Many machines',
      about: 'one book for apps on many machines: the collector, its keys, what happens when it is gone',
    },
    {
      file: 'security.md',
      name: 'Security',
      about: 'who can open the page, what is never stored, clients behind proxies',
    },
    {
      file: 'reliability.md',
      name: 'Reliability',
      about: 'what can be lost, limits, maintenance, what was tried with which result',
    },
    {
      file: 'performance.md',
      name: 'Performance',
      about: 'what recording and searching cost, measured against alternatives',
    },
    {
      file: 'scale.md',
      name: 'Scale',
      about: 'from SQLite to a ClickHouse cluster: figures, sizing, cost, what breaks first',
    },
  ],
  Containers: [
    {
      file: 'deploy/docker.md',
      name: 'Docker',
      about: 'a Dockerfile, .dockerignore, the page in a container',
    },
    { file: 'deploy/compose.md', name: 'Compose', about: 'a compose file with a volume' },
    { file: 'deploy/kubernetes.md', name: 'Kubernetes', about: 'a StatefulSet with a volume for each pod' },
    { file: 'deploy/fly.md', name: 'Fly', about: 'fly.toml with a volume' },
    { file: 'deploy/render.md', name: 'Render', about: 'render.yaml with a disk' },
    { file: 'deploy/railway.md', name: 'Railway', about: 'railway.json and a volume' },
    { file: 'deploy/heroku.md', name: 'Heroku', about: 'app.json with ClickHouse' },
    { file: 'deploy/cloud-run.md', name: 'Cloud Run', about: 'a service with ClickHouse' },
    { file: 'deploy/ecs.md', name: 'ECS', about: 'a task definition with ClickHouse' },
  ],
  Reference: [
    {
      file: 'configuration.md',
      name: 'Configuration',
      about: 'every option and environment variable, recording without code',
    },
    { file: 'cli.md', name: 'Command line', about: 'every command and option, JSON, exit codes' },
    { file: 'errors.md', name: 'Errors', about: 'every error code, and what to do' },
  ],
  'Build on it': [
    { file: 'extending.md', name: 'Extending', about: 'write an instrumentation, an adapter or a store' },
    { file: 'agents.md', name: 'Coding agents', about: 'the skill file and the MCP server' },
  ],
  Project: [
    {
      file: 'architecture.md',
      name: 'Architecture',
      about: 'folders, the way of a request and of a query, the files of a SQLite book',
    },
    { file: 'decisions/index.md', name: 'Decisions', about: 'why it is built so' },
    { file: 'dependencies.md', name: 'Dependencies', about: 'what is in the bundle, and why' },
    { file: 'contributing.md', name: 'Contributing', about: 'how to build, test and change it' },
    { file: 'changelog.md', name: 'Changelog', about: 'what changed in which version' },
  ],
};

/** Pages of the site that show a file of the repository's root. */
export const ROOT_FILES: Readonly<Record<string, string>> = {
  'contributing.md': 'CONTRIBUTING.md',
  'changelog.md': 'CHANGELOG.md',
};
