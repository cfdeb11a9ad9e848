/** A storage URL for messages and terminals, without user, password and query. */
export function displayStorage(storage: string): string {
  if (/^(?:memory:$|chdb:|sqlite:(?!\/\/[^/]))/.test(storage)) return storage;
  const [, scheme = '', rest = ''] = /^((?:[a-z]+:(?:\/\/)?)?)(.*)$/is.exec(storage) ?? [];
  // A malformed URL may have "/" or "?" in its password, so everything before the last "@" goes first.
  const address = rest.slice(rest.lastIndexOf('@') + 1);
  return `${scheme}${address.replace(/\?.*$/s, '')}`;
}
