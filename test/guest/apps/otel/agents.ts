/** An agent that patches the same libraries as Gatebook, and how an app starts with it. */
export interface Agent {
  readonly name: string;
  readonly packages: readonly string[];
  /** A module that Node loads before the app. */
  readonly start: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A port where no server listens: the agents must not send anything to other machines. */
const NOWHERE = 'http://127.0.0.1:9';

export const AGENTS: readonly Agent[] = [
  {
    name: '@sentry/node',
    packages: ['@sentry/node'],
    start: `import * as Sentry from '@sentry/node';
Sentry.init({ dsn: 'http://key@127.0.0.1:9/1', tracesSampleRate: 1, sendClientReports: false });
`,
    env: {},
  },
  {
    name: 'dd-trace',
    packages: ['dd-trace'],
    start: `import 'dd-trace/initialize.mjs';\n`,
    env: {
      DD_TRACE_AGENT_URL: NOWHERE,
      DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
      DD_REMOTE_CONFIGURATION_ENABLED: 'false',
      DD_TRACE_STARTUP_LOGS: 'false',
      DD_CRASHTRACKING_ENABLED: 'false',
    },
  },
  {
    name: 'elastic-apm-node',
    packages: ['elastic-apm-node'],
    start: `import 'elastic-apm-node/start.js';\n`,
    env: {
      ELASTIC_APM_SERVER_URL: NOWHERE,
      ELASTIC_APM_CENTRAL_CONFIG: 'false',
      ELASTIC_APM_CLOUD_PROVIDER: 'none',
      ELASTIC_APM_LOG_LEVEL: 'off',
      ELASTIC_APM_METRICS_INTERVAL: '0',
    },
  },
  {
    name: 'newrelic',
    packages: ['newrelic'],
    start: `import 'newrelic';\n`,
    env: {
      NEW_RELIC_NO_CONFIG_FILE: 'true',
      NEW_RELIC_APP_NAME: 'app',
      NEW_RELIC_LICENSE_KEY: '0'.repeat(40),
      NEW_RELIC_HOST: '127.0.0.1',
      NEW_RELIC_PORT: '9',
      NEW_RELIC_LOG_ENABLED: 'false',
      NEW_RELIC_UTILIZATION_DETECT_AWS: 'false',
      NEW_RELIC_UTILIZATION_DETECT_AZURE: 'false',
      NEW_RELIC_UTILIZATION_DETECT_GCP: 'false',
      NEW_RELIC_UTILIZATION_DETECT_PCF: 'false',
      NEW_RELIC_UTILIZATION_DETECT_DOCKER: 'false',
    },
  },
];
