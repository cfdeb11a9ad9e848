import { text as readText } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import { readConfigFile } from '../../options/config-file.ts';
import { mergeOptions } from '../../options/environment.ts';
import { createRedaction, type Redaction } from '../../redact/redaction.ts';
import { usageError } from '../command-error.ts';
import { examples } from '../help.ts';

interface RedactOptions {
  readonly url?: true;
  readonly json?: true;
}

export function redactCommand(): Command {
  return new Command('redact')
    .summary('show what would be hidden of a text, and why')
    .description(
      'Print a text as Gatebook would store it, with the option redact of gatebook.config.js and the environment. The reason ' +
        'for each hidden value goes to stderr. Nothing is recorded.',
    )
    .argument('[text]', 'the text, such as a log line (default: what comes from stdin)')
    .option('--url', 'the text is a URL or the path and query of one')
    .addOption(new Option('--json', 'the text is a JSON body').conflicts('url'))
    .addHelpText(
      'after',
      examples(
        "gatebook redact 'login failed, password=hunter2'",
        "gatebook redact --url '/callback?code=EUR&token=abc'",
        'gatebook redact --json < order.json',
      ),
    )
    .action(redact);
}

async function redact(given: string | undefined, options: RedactOptions): Promise<void> {
  const text = given ?? (await readInput());
  const counts = new Map<string, number>();
  const redaction = createRedaction(mergeOptions({}, readConfigFile()).redact, (reason) =>
    counts.set(reason, (counts.get(reason) ?? 0) + 1),
  );
  const redacted = redactAs(redaction, text, options);
  process.stdout.write(visibleLines(redacted.endsWith('\n') ? redacted : `${redacted}\n`));
  const reasons = [...counts].map(([reason, count]) =>
    visibleText(count === 1 ? reason : `${reason} (${count} values)`),
  );
  const summary =
    reasons.length === 0 ? ['Nothing is hidden.'] : ['Hidden:', ...reasons.map((reason) => `  ${reason}`)];
  process.stderr.write(`${summary.join('\n')}\n`);
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) throw usageError('There is no text. Pass it as an argument, or on stdin.');
  return readText(process.stdin);
}

function redactAs(redaction: Redaction, text: string, { url, json }: RedactOptions): string {
  if (url) return redaction.url(text.trim());
  return json ? redaction.body(text, 'json', false) : redaction.text(text);
}
