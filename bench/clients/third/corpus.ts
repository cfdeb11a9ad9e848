import { corpusOf, type SecondSample } from '../second/corpus.ts';
import type { Kind } from '../second/kind.ts';
import { APPLIANCE_SCANS } from './scans-appliances.ts';
import { ATTACK_SCANS } from './scans-attacks.ts';
import { BEHAVIOUR_SCANS } from './scans-behaviour.ts';
import { CMS_SCANS } from './scans-cms.ts';
import { LEAK_SCANS } from './scans-leaks.ts';
import { PHP_SCANS } from './scans-php.ts';
import { REMAIN_SCANS } from './scans-remains.ts';
import { WORD_SCANS } from './scans-words.ts';
import { CLOUD_VISITS } from './visits-cloud.ts';
import { FRAMEWORK_VISITS } from './visits-frameworks.ts';
import { FRONT_VISITS } from './visits-fronts.ts';
import { KNOWN_VISITS } from './visits-known.ts';
import { MACHINE_VISITS } from './visits-machines.ts';
import { ODD_VISITS } from './visits-odd.ts';
import { OFFICE_VISITS } from './visits-offices.ts';
import { PEOPLE_VISITS } from './visits-people.ts';
import { PHP_VISITS } from './visits-php.ts';
import { PROGRAM_VISITS } from './visits-programs.ts';
import { SERVER_VISITS } from './visits-servers.ts';
import { TOOL_VISITS } from './visits-tools.ts';

// Written by somebody who had not seen the rules, and of the other corpora only a few words of the second one's list of guessed words.

export const THIRD_SCANS: readonly Kind[] = [
  ...LEAK_SCANS,
  ...REMAIN_SCANS,
  ...CMS_SCANS,
  ...PHP_SCANS,
  ...APPLIANCE_SCANS,
  ...ATTACK_SCANS,
  ...WORD_SCANS,
  ...BEHAVIOUR_SCANS,
];
export const THIRD_VISITS: readonly Kind[] = [
  ...PHP_VISITS,
  ...CLOUD_VISITS,
  ...FRAMEWORK_VISITS,
  ...OFFICE_VISITS,
  ...FRONT_VISITS,
  ...TOOL_VISITS,
  ...SERVER_VISITS,
  ...PROGRAM_VISITS,
  ...MACHINE_VISITS,
  ...KNOWN_VISITS,
  ...PEOPLE_VISITS,
  ...ODD_VISITS,
];

/** All requests of the third corpus, by time. The same on every run. */
export function thirdCorpus(): SecondSample[] {
  return corpusOf([...THIRD_SCANS, ...THIRD_VISITS], 21_000);
}
