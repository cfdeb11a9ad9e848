import { Command } from 'commander';
import { describeBody, readableBody } from '../format/body-text.ts';
import { formatBytes, formatDuration } from '../format/units.ts';
import { visibleJson, visibleLines, visibleText } from '../format/visible-text.ts';
import type { Body } from '../profile/body.ts';
import { type Entry, KIND_NAMES } from '../profile/entry.ts';
import { entryJson, profileJson } from '../profile/entry-json.ts';
import type { Header, Profile } from '../profile/profile.ts';
import { formatExactTime, formatTime } from '../profile/time.ts';
import type { Tokens } from '../profile/token.ts';
import { childrenOf } from '../search/criteria.ts';
import { displayStorage } from '../store/display-storage.ts';
import { openStore } from '../store/open-store.ts';
import { jsonOption, storageOption, zoneOption } from './shared-options.ts';
import { exceptionLines, indented } from './show-exception.ts';
import { queryLines } from './show-queries.ts';

interface ShowOptions {
  readonly storage: string;
  readonly tz: string;
  readonly json?: true;
}

export function showCommand(): Command {
  return new Command('show')
    .summary('print one profile')
    .description('Print the profile with this token.')
    .argument('<token>', 'a token, such as 3fa2c1')
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(jsonOption())
    .action(show);
}

async function show(token: string, options: ShowOptions): Promise<void> {
  const { storage, tz: zone } = options;
  const store = await openStore(storage, { create: false });
  try {
    const profile = await store.get(token.toLowerCase());
    if (!profile || 'expired' in profile) {
      const reason = profile
        ? `The profile ${visibleText(token)} expired on ${formatTime(profile.expired, zone)} ${zone}.`
        : `No profile in ${displayStorage(storage)} has the token "${visibleText(token)}".`;
      process.stderr.write(`gatebook: ${reason}\n`);
      process.exitCode = 1;
      return;
    }
    const { entries: children } = await store.search(childrenOf(token.toLowerCase()));
    const text = options.json
      ? visibleJson({
          ...profileJson(profile, store.tokens),
          subRequests: children.map((child) => entryJson(child, store.tokens)),
        })
      : describe(profile, children, store.tokens, zone);
    process.stdout.write(`${text}\n`);
  } finally {
    await store.close();
  }
}

function describe(profile: Profile, children: readonly Entry[], tokens: Tokens, zone: string): string {
  const { entry, detail } = profile;
  const isJob = entry.kind === 'job';
  const lines = [
    `${entry.status} ${visibleText(entry.method)} ${visibleText(entry.url)}`,
    '',
    fact('Token', tokens.tokenOf(entry.seq)),
    ...(isJob ? [] : [fact('Client', `${visibleText(entry.ip)} (${entry.client})`)]),
    fact('Time', `${formatExactTime(entry.time, zone)} ${zone}`),
    fact('Duration', formatDuration(entry.duration)),
    ...(isJob ? [fact('Status', entry.status < 400 ? 'Succeeded' : 'Failed')] : requestFacts(entry)),
  ];
  if (entry.operation) lines.push(fact('Operation', visibleText(entry.operation)));
  lines.push(...operationLines(profile));
  if (entry.user) lines.push(fact('User', visibleText(entry.user)));
  if (entry.tags.length > 0) lines.push(fact('Tags', entry.tags.map(visibleText).join(', ')));
  if (entry.queries > 0)
    lines.push(
      fact('Queries', `${entry.queries.toLocaleString('en')} in ${formatDuration(entry.queryTime)}`),
    );
  if (entry.service) lines.push(fact('Service', visibleText(entry.service)));
  if (entry.release) lines.push(fact('Release', visibleText(entry.release)));
  if (entry.instance) lines.push(fact('Instance', visibleText(entry.instance)));
  if (detail?.held !== undefined)
    lines.push(fact('Event loop', `held by this request for ${formatDuration(detail.held)}`));
  if (detail?.waitedFor)
    lines.push(
      fact(
        'Event loop',
        `waited ${formatDuration(detail.waitedFor.duration)} for ${tokens.tokenOf(detail.waitedFor.seq)}`,
      ),
    );
  if (entry.error) lines.push(fact('Error', visibleText(entry.errorGroup || entry.error)));
  if (detail?.endedBy !== undefined) lines.push(fact('Ended by', visibleText(detail.endedBy)));
  if (entry.parent !== null)
    lines.push(fact('Parent', `${tokens.tokenOf(entry.parent)} (this is its ${KIND_NAMES[entry.kind]})`));
  for (const child of children)
    lines.push(fact('Sub-request', `${tokens.tokenOf(child.seq)} (${KIND_NAMES[child.kind]})`));
  if (detail) {
    if (detail.exception) lines.push('', 'Exception', ...indented(exceptionLines(detail.exception)));
    const queries = queryLines(profile);
    if (queries.length > 0) lines.push('', 'Queries', ...queries.map((line) => `  ${line}`));
    if (detail.requestHeaders.length > 0)
      lines.push('', 'Request headers', ...detail.requestHeaders.map(headerLine));
    if (detail.responseHeaders.length > 0)
      lines.push('', 'Response headers', ...detail.responseHeaders.map(headerLine));
    if (detail.requestBody) lines.push('', ...bodyLines('Request body', detail.requestBody));
    if (detail.responseBody) lines.push('', ...bodyLines('Response body', detail.responseBody));
  }
  return lines.join('\n');
}

function requestFacts({ responseBytes, route }: Entry): string[] {
  return [fact('Response', formatBytes(responseBytes)), fact('Route', visibleText(route) || 'none')];
}

/** The operations of a batch, and those that failed. */
function operationLines({ detail }: Profile): string[] {
  const operations = (detail?.spans ?? []).filter(({ kind }) => kind === 'operation');
  const failed = operations.filter(({ error }) => error !== undefined);
  return (operations.length > 1 ? operations : failed).map(({ name, duration, error }) => {
    const time = duration === null ? 'not finished' : formatDuration(duration);
    return fact(
      '',
      `${visibleText(name)}, ${time}${error === undefined ? '' : `, failed: ${visibleText(error)}`}`,
    );
  });
}

function fact(name: string, value: string): string {
  return `${name.padEnd(12)} ${value}`;
}

function headerLine([name, value]: Header): string {
  return `  ${visibleText(name)}: ${value === null ? '(withheld)' : visibleText(value)}`;
}

function bodyLines(title: string, body: Body): string[] {
  const text = readableBody(body);
  const lines = text === null ? [] : visibleLines(text).split('\n');
  return [`${title} (${visibleText(describeBody(body))})`, ...lines.map((line) => `  ${line}`)];
}
