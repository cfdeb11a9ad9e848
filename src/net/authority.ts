/** A host with an optional port, as a valid Host header has it. */
const AUTHORITY = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const MAX_LENGTH = 260;

/** Whether the value of a Host header is valid. */
export function isAuthority(host: string | undefined): host is string {
  return host !== undefined && host.length <= MAX_LENGTH && AUTHORITY.test(host);
}
