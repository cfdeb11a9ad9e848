import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

export interface Screen {
  /** What is on the screen and above it, without spaces at the ends of lines. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

interface TerminalOptions {
  readonly columns: number;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A terminal of this size, with a shell in it. */
export class Tmux {
  static #count = 0;
  readonly #socket = `gatebook-${process.pid}-${Tmux.#count++}`;

  constructor(command: string, { columns, cwd, env = {} }: TerminalOptions) {
    const size = ['-x', String(columns), '-y', '50'];
    this.#run(['-f', '/dev/null', 'new-session', '-d', ...size, '-c', cwd, command], {
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      ...env,
    });
  }

  #run(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    const { FORCE_COLOR: _, NO_COLOR: __, GATEBOOK_STORAGE: ___, ...rest } = process.env;
    const { stdout, stderr, status } = spawnSync('tmux', ['-u', '-L', this.#socket, ...args], {
      encoding: 'utf8',
      env: { ...rest, ...env },
    });
    if (status !== 0) throw new Error(`tmux ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  /** Presses keys, by the names that tmux has for them. */
  press(...keys: readonly string[]): void {
    this.#run(['send-keys', ...keys]);
  }

  lines(withColours = false): string[] {
    const text = this.#run(['capture-pane', '-p', '-S', '-', ...(withColours ? ['-e'] : [])]);
    return text.trimEnd().split('\n');
  }

  /** Waits until the screen matches. */
  async waitFor(pattern: RegExp, timeout = 30_000): Promise<RegExpExecArray> {
    for (const end = Date.now() + timeout; ; await wait(30)) {
      const text = this.lines().join('\n');
      const match = pattern.exec(text);
      if (match) return match;
      if (Date.now() > end) throw new Error(`${pattern} is not on the screen:\n${text}`);
    }
  }

  close(): void {
    this.#run(['kill-server']);
  }
}

/** Runs a command in a terminal until it ends. */
export async function screenOf(
  command: string,
  { withColours = false, ...options }: TerminalOptions & { readonly withColours?: boolean },
): Promise<Screen> {
  const terminal = new Tmux(`${command}; printf '\\n[exit %d]' $?; exec sleep 1000`, options);
  try {
    const [, code] = await terminal.waitFor(/^\[exit (\d+)\]$/m);
    const lines = terminal.lines(withColours);
    return { lines: lines.slice(0, -1), exitCode: Number(code) };
  } finally {
    terminal.close();
  }
}
