import { REDACTED } from './redacted.ts';

/** Parameters of GraphQL and tRPC requests that contain documents and values. */
const VALUES = /([?&;](?:query|variables|extensions|input|connectionParams)=)[^&#]+/g;

/** Removes the values of an operation from the URL of its request. */
export function withoutOperationValues(url: string): string {
  return url.replace(VALUES, `$1${REDACTED}`);
}
