import { GatebookError } from '../errors.ts';

// Exit codes that scripts can rely on, listed in docs/cli.md; 0 is success.

/** Nothing was found, or the command failed: stderr has the reason. */
export const EXIT_FAILURE = 1;
/** An unknown command or option, or a value that is not valid. */
export const EXIT_USAGE = 2;

/** `findings` found something. */
export const EXIT_FOUND = 3;

/** A command can't do what it was asked for. Its user reads the message on stderr, and a script the exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = EXIT_FAILURE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The message says what is wrong with an option or argument, and what to write instead. */
export function usageError(message: string): CommandError {
  return new CommandError(message, EXIT_USAGE);
}

/** Whether an error has a message for users. Others are bugs. */
export function isForUsers(error: unknown): error is CommandError | GatebookError {
  return error instanceof CommandError || error instanceof GatebookError;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode;
  return error instanceof GatebookError && error.code === 'bad-option' ? EXIT_USAGE : EXIT_FAILURE;
}
