import { tryOr } from '../errors.ts';
import type { ProcessInfo } from '../profile/entry.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables in which platforms name what they run and, with dots, attributes in OTEL_RESOURCE_ATTRIBUTES. The first that is set
 * counts, and those of OpenTelemetry were set for this app. docs/deploy.md has the table.
 */
export const PLATFORM_NAMES = {
  service: [
    'OTEL_SERVICE_NAME',
    'service.name',
    'K_SERVICE',
    'FLY_APP_NAME',
    'RENDER_SERVICE_NAME',
    'RAILWAY_SERVICE_NAME',
    'HEROKU_APP_NAME',
  ],
  // Heroku's DYNO is `web.1`.
  instance: [
    'service.instance.id',
    'POD_NAME',
    'FLY_MACHINE_ID',
    'RENDER_INSTANCE_ID',
    'RAILWAY_REPLICA_ID',
    'DYNO',
  ],
  environment: [
    'deployment.environment.name',
    'deployment.environment',
    'RAILWAY_ENVIRONMENT_NAME',
    'VERCEL_ENV',
  ],
  release: [
    'service.version',
    'HEROKU_RELEASE_VERSION',
    'K_REVISION',
    'FLY_IMAGE_REF',
    'RENDER_GIT_COMMIT',
    'RAILWAY_GIT_COMMIT_SHA',
    'VERCEL_GIT_COMMIT_SHA',
    'HEROKU_SLUG_COMMIT',
    'SOURCE_VERSION',
    'GIT_COMMIT',
    'GITHUB_SHA',
  ],
} as const satisfies Record<keyof ProcessInfo, readonly string[]>;

const COMMIT = /^[0-9a-f]{40}$/;
/** As Git abbreviates it. */
const COMMIT_LENGTH = 7;
const IMAGE_TAG = /^[^\s:]+\/[^\s:]+:([\w.-]+)$/;

/** What the platform calls it. */
export function platformName(name: keyof ProcessInfo, environment: Environment): string | undefined {
  const attributes = resourceAttributes(environment.OTEL_RESOURCE_ATTRIBUTES ?? '');
  const found = PLATFORM_NAMES[name]
    .map((each) => (each.includes('.') ? attributes.get(each) : environment[each])?.trim())
    .find((value) => value);
  if (found === undefined || name !== 'release') return found;
  return COMMIT.test(found) ? found.slice(0, COMMIT_LENGTH) : (IMAGE_TAG.exec(found)?.[1] ?? found);
}

/** The attributes of `a=1,b=2`, in which values are percent-encoded. */
function resourceAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [name = '', value = ''] = pair.split('=', 2);
    attributes.set(
      name.trim(),
      tryOr(value, () => decodeURIComponent(value)),
    );
  }
  return attributes;
}
