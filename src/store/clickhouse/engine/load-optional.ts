import { join } from 'node:path';
import { GatebookError } from '../../../errors.ts';
import { OWN_FOLDER, requireFrom } from '../../../package-files.ts';

/**
 * Loads an optional peer dependency, and names it if it is missing. A bundler must not look for it, because most apps do not
 * have it; a bundle finds it where the app runs.
 */
export function loadOptional<T>(name: string): T {
  let failure: unknown;
  for (const from of [join(OWN_FOLDER, 'index.js'), process.argv[1] ?? OWN_FOLDER]) {
    try {
      return requireFrom(from)(name) as T;
    } catch (error) {
      failure ??= error;
    }
  }
  const reason = failure instanceof Error ? failure.message.split('\n', 1)[0] : String(failure);
  throw new GatebookError(
    'engine-missing',
    `This storage needs the package ${name}. Install it with: npm install ${name} (${reason})`,
    { cause: failure },
  );
}
