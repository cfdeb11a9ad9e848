/** A host and an optional port; anything else in a Host header is somebody's idea of a joke. */
const AUTHORITY = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const MAX_HOST = 260;

let lastSound: string | null = null;

export function isAuthority(host: string | undefined): host is string {
  // A host is asked for again and again by the same name.
  if (host === lastSound) return true;
  if (host === undefined || host.length > MAX_HOST || !AUTHORITY.test(host)) return false;
  lastSound = host;
  return true;
}
