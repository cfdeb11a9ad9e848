import { createSecretKeys, type SecretKeys } from './secret-keys.ts';

/** Decides which names are secrets. */
export interface RedactRules extends SecretKeys {
  /** Redact all values of queries and forms, regardless of their names. */
  readonly strict: boolean;
}

/** For allowed values: names are ignored, but secrets in a known format (JWT, PEM, card number) are redacted. */
export const KNOWN_FORMATS_ONLY: RedactRules = {
  strict: false,
  isSecret: () => false,
  isSuspect: () => false,
  isAllowed: () => true,
};

export function createRules(add: readonly string[], allow: readonly string[], strict: boolean): RedactRules {
  return { ...createSecretKeys(add, allow), strict };
}

/** Whether the key of a query, form or note marks its value as a secret. */
export function isSecretField(rules: RedactRules, key: string): boolean {
  return rules.strict ? !rules.isAllowed(key) : rules.isSecret(key);
}
