import { createNames, type Names } from './names/names.ts';

/** Replaces a secret. */
export const REDACTED = '***';

/** Decides which names are those of secrets. */
export interface RedactRules extends Names {
  /** Redact all values of queries and forms, regardless of their names. */
  readonly strict: boolean;
  /** The texts were redacted before: what begins with the mark of a hidden value is not looked at again. */
  readonly isAgain?: boolean;
  /** Gets the reason for each hidden value. */
  readonly explain?: (reason: string) => void;
}

/** For allowed values: only secrets in a known format are redacted. */
export const KNOWN_FORMATS_ONLY: RedactRules = {
  strict: false,
  judge: () => 0,
  isSecret: () => false,
  isAllowed: () => true,
};

export function formatsOnly({ explain }: RedactRules): RedactRules {
  return explain ? { ...KNOWN_FORMATS_ONLY, explain } : KNOWN_FORMATS_ONLY;
}

export function createRules(add: readonly string[], allow: readonly string[], strict: boolean): RedactRules {
  return { ...createNames(add, allow), strict };
}
