// What scripts can rely on; 0 is success. docs/cli.md lists them.

/** Nothing was found, or the command failed: stderr has the reason. */
export const EXIT_FAILURE = 1;
/** An unknown command or option, or a value that is not valid. */
export const EXIT_USAGE = 2;
