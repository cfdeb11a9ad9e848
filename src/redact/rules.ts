import { createSecretKeys, type SecretKeys } from './secret-keys.ts';

/** What is asked of a name while a text is redacted. */
export interface RedactRules extends SecretKeys {
  /** Every value of a query or form goes, whatever its name. */
  readonly strict: boolean;
}

export const DEFAULT_RULES: RedactRules = createRules([], [], false);

/** For a value that was allowed: no name in it matters, but what has the shape of a secret goes all the same. */
export const KNOWN_FORMATS_ONLY: RedactRules = {
  strict: false,
  isSecret: () => false,
  isSuspect: () => false,
  isAllowed: () => true,
};

export function createRules(add: readonly string[], allow: readonly string[], strict: boolean): RedactRules {
  return { ...createSecretKeys(add, allow), strict };
}

/** Whether the value of a field (of a query, a form, a note) goes for its name's sake. */
export function isSecretField(rules: RedactRules, key: string): boolean {
  return rules.strict ? !rules.isAllowed(key) : rules.isSecret(key);
}
