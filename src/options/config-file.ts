import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import { badOption } from '../errors.ts';
import { requireFrom } from '../package-files.ts';
import type { GatebookOptions } from './options.ts';

const ENDINGS = ['js', 'mjs', 'cjs', 'ts'] as const;

/**
 * Loads the options that `gatebook.config.js` in a folder exports as its default; `{}` if there is no such file. Throws a
 * `bad-option` error if it can't be loaded.
 */
export function readConfigFile(folder: string = process.cwd()): GatebookOptions {
  const name = ENDINGS.map((ending) => `gatebook.config.${ending}`).find((file) =>
    existsSync(join(folder, file)),
  );
  if (name === undefined) return {};
  const file = join(folder, name);
  const options = defaultOf(load(name, file));
  if (typeof options === 'object' && options !== null && !Array.isArray(options))
    return options as GatebookOptions;
  throw badOption(`${name} must export its options as the default: export default { keep: { age: '7d' } };`);
}

/** A server is about to listen, so this can't wait for a promise. */
function load(name: string, file: string): unknown {
  try {
    return requireFrom(file)(file);
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
    const reason =
      code === 'ERR_REQUIRE_ASYNC_MODULE' ? 'it has a top-level await' : String(message ?? error);
    throw badOption(`${name} can't be loaded: ${reason}`);
  }
}

/** What a CommonJS module exports is its default. */
function defaultOf(exports: unknown): unknown {
  const { default: value, __esModule: isCompiled } = (exports ?? {}) as {
    default?: unknown;
    __esModule?: unknown;
  };
  return types.isModuleNamespaceObject(exports) || isCompiled ? value : exports;
}
