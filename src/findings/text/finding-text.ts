import { countOf, countText, shareText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { formatTime } from '../../profile/time.ts';
import type { Cause, Dropping, Finding, GotThrough, NPlusOne, SlowerRoute } from '../finding.ts';
import type { Findings } from '../findings.ts';

/** A finding in words. All but the tag and the count contains recorded text. */
export interface FindingText {
  /** `New in 1.5.0` */
  readonly tag: string;
  readonly subject: string;
  readonly evidence: string;
  /** `10 requests` */
  readonly count: string;
}

export function findingText(finding: Finding, zone: string): FindingText {
  const { subject, count } = finding;
  switch (finding.kind) {
    case 'crashed': {
      const { last, release, instance } = finding.evidence;
      const who = [instance, release].filter((name) => name !== '').join(', ');
      return {
        tag: 'Crashed',
        subject: subject || 'Ended without a word',
        evidence: `ended the process, last at ${formatTime(last, zone)}${who === '' ? '' : ` (${who})`}`,
        count: countOf(count, 'time'),
      };
    }
    case 'silent': {
      const { last, instance } = finding.evidence;
      const by = instance === '' ? '' : ` from ${instance}`;
      return {
        tag: 'Silent',
        subject,
        evidence: `no request since ${formatTime(last, zone)}${by}; others go on`,
        count: `${countOf(count, 'request')} a day before`,
      };
    }
    case 'new':
    case 'back': {
      const { release, where, first } = finding.evidence;
      const name = finding.kind === 'new' ? 'New' : 'Back';
      const since =
        finding.kind === 'new'
          ? `first seen ${formatTime(first, zone)}`
          : `not seen since ${formatTime(finding.evidence.absentSince, zone)}`;
      const tag = release === '' ? name : `${name} in ${release}`;
      return { tag, subject, evidence: `${where}, ${since}`, count: countOf(count, 'request') };
    }
    case 'failing-job': {
      const { runs, error } = finding.evidence;
      return {
        tag: 'Failing job',
        subject,
        evidence: error,
        count: `${countText(count)} of ${countOf(runs, 'run')}`,
      };
    }
    case 'slower':
      return {
        tag: 'Slower',
        subject,
        evidence: slowerText(finding, zone),
        count: countOf(count, 'request'),
      };
    case 'got-through':
      return gotThroughText(finding);
    case 'n+1':
      return nPlusOneText(finding);
    case 'dropping':
      return droppingText(finding, zone);
  }
}

/** `p90 11 ms → 613 ms since 1.5.0: a new query takes 96 % of it: select …` */
function slowerText({ evidence: { p90, was, since, release, why } }: SlowerRoute, zone: string): string {
  const change = `p90 ${formatDuration(was)} → ${formatDuration(p90)}`;
  const start = release || (since === null ? '' : formatTime(since, zone));
  const begun = start && ` since ${start}`;
  return `${change}${begun}${why ? `: ${causeText(why)}` : ''}`;
}

function causeText({ trait, share, isNew }: Cause): string {
  if (trait.subject === 'time') return `${trait.name} takes ${shareText(share)} of it`;
  return `a ${isNew ? 'new ' : ''}${trait.subject} takes ${shareText(share)} of it: ${trait.name}`;
}

function gotThroughText({ subject, count, evidence: { clients, requests, paths } }: GotThrough): FindingText {
  return {
    tag: 'Got through',
    subject: subject || countOf(clients, 'scanner'),
    evidence: `${subject === '' ? 'scanners' : 'scanner'} got ${countText(count)} of ${countOf(requests, 'response')} with 2xx: ${paths.join(', ')}`,
    count: countOf(count, 'response'),
  };
}

function nPlusOneText({ subject, evidence: { times, statement, caller, requests } }: NPlusOne): FindingText {
  return {
    tag: 'N+1',
    subject,
    evidence: `runs one query ${countText(times)} times per request${caller === '' ? '' : `, from ${caller}`}: ${statement}`,
    count: `${countText(requests.count)} of ${countOf(requests.of, 'request')}`,
  };
}

function droppingText({ subject, count, evidence: { of, since } }: Dropping, zone: string): FindingText {
  const begun = since === null ? '' : ` since ${formatTime(since, zone)}`;
  const what =
    subject === 'details'
      ? `no details of ${countText(count)} of the newest ${countText(of)} profiles`
      : `${countText(count)} of ${countText(of)} recorded profiles are missing`;
  return {
    tag: 'Dropping',
    subject: 'Recording',
    evidence: `${what}${begun}`,
    count: countText(count),
  };
}

/** What is wrong, in a few sentences: `1 new error since release 1.5.0. 1 route became slower.` */
export function findingsSentence({ found: findings, isComplete }: Findings): string {
  const of = <Kind extends Finding['kind']>(kind: Kind) =>
    findings.filter((finding): finding is Extract<Finding, { kind: Kind }> => finding.kind === kind);
  const silent = of('silent');
  const [added, back, jobs, slower] = [of('new'), of('back'), of('failing-job'), of('slower')];
  const crashes = of('crashed').reduce((sum, { count }) => sum + count, 0);
  const releases = new Set(added.map(({ evidence }) => evidence.release));
  const [release = ''] = releases.size === 1 ? releases : [];
  const since = release === '' ? '' : ` since release ${release}`;
  const is = (list: readonly Finding[]) => (list.length === 1 ? 'is' : 'are');
  const [through] = of('got-through');
  const [dropping] = of('dropping');
  const repeating = of('n+1');
  const sentences = [
    crashes > 0 && `A process crashed ${crashes === 1 ? 'once' : countOf(crashes, 'time')}.`,
    silent.length > 0 && `${countOf(silent.length, 'service')} ${silent.length === 1 ? 'is' : 'are'} silent.`,
    added.length > 0 && `${countOf(added.length, 'new error')}${since}.`,
    back.length > 0 && `${countOf(back.length, 'error')} ${is(back)} back.`,
    jobs.length > 0 && `${countOf(jobs.length, 'job')} ${jobs.length === 1 ? 'fails' : 'fail'}.`,
    slower.length > 0 && `${countOf(slower.length, 'route')} became slower.`,
    through &&
      `${through.evidence.clients === 1 ? 'A scanner' : 'Scanners'} got ${countOf(through.count, 'response')} with 2xx.`,
    repeating.length > 0 &&
      `${countOf(repeating.length, 'route')} ${repeating.length === 1 ? 'repeats' : 'repeat'} a query.`,
    dropping && `Recording drops ${dropping.subject}.`,
  ].filter((sentence) => typeof sentence === 'string');
  if (!isComplete) sentences.push('There was no time to look at everything.');
  return sentences.length === 0 ? 'Nothing unusual.' : sentences.join(' ');
}
