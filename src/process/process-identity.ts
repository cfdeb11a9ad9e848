import { readFileSync, readlinkSync } from 'node:fs';
import { codeOf } from '../errors.ts';

/** Unlike a pid, no later process has it. */
export interface ProcessIdentity {
  readonly boot: string;
  /** Containers have pids of their own. */
  readonly namespace: string;
  /** In ticks since the machine was started. */
  readonly started: string;
}

/** Of this process; `null` where `/proc` does not tell. */
export function ownIdentity(): ProcessIdentity | null {
  try {
    const started = statOf(process.pid)?.started;
    return started === undefined ? null : { ...machine(), started };
  } catch {
    return null;
  }
}

/** Whether a process has certainly ended. A pid may be in use again, and a process that is not waited for keeps its own. */
export function hasEnded(identity: ProcessIdentity | null, pid: number): boolean {
  if (!identity) return false;
  try {
    const { boot, namespace } = machine();
    if (identity.boot !== boot || identity.namespace !== namespace) return false;
    const stat = statOf(pid);
    return stat === null || stat.started !== identity.started || stat.state === 'Z' || stat.state === 'X';
  } catch {
    return false;
  }
}

function machine() {
  return {
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    namespace: readlinkSync('/proc/self/ns/pid'),
  };
}

/** `null` if there is no process with this pid. */
function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process, in parentheses, may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return null;
    throw error;
  }
}
