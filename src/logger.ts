/** Where Gatebook writes what it has to say: pino, winston and console fit. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

const writeLine = (message: string): void => {
  process.stderr.write(`gatebook: ${message}\n`);
};

/** The default: a line for each message, marked as ours. */
export const STDERR: Logger = { info: writeLine, warn: writeLine };

/** A logger of the app. If it throws or rejects, the message goes to stderr and the app does not notice. */
export function safeLogger(logger: Logger): Logger {
  const safely = (level: keyof Logger) => (message: string) => {
    const onError = () => STDERR[level](message);
    try {
      const result: unknown = logger[level](`gatebook: ${message}`);
      if (result instanceof Promise) result.catch(onError);
    } catch {
      onError();
    }
  };
  return { info: safely('info'), warn: safely('warn') };
}
