import { GatebookError } from '../../errors.ts';

/** Loads an optional peer dependency, and names it if it is missing. */
export async function loadOptional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatebookError(
      'engine-missing',
      `This storage needs the package ${name}. Install it with: npm install ${name} (${reason})`,
      { cause: error },
    );
  }
}
