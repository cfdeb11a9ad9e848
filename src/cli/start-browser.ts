import { spawn } from 'node:child_process';

const COMMANDS: { readonly [platform in NodeJS.Platform]?: readonly [string, ...string[]] } = {
  darwin: ['open'],
  // Not `start` of cmd.exe, which would interpret the link.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a link in the user's browser. Without one, nothing happens: the link has been printed too. */
export function startBrowser(link: string): void {
  const [command, ...args] = COMMANDS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, link], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
