import { corpusOf, type SecondSample } from '../second/corpus.ts';
import type { Kind } from '../second/kind.ts';
import { APPLIANCE_SCANS } from './scans-appliances.ts';
import { ATTACK_SCANS } from './scans-attacks.ts';
import { BEHAVIOUR_SCANS } from './scans-behaviour.ts';
import { CMS_SCANS } from './scans-cms.ts';
import { PHP_SCANS } from './scans-php.ts';
import { SECRET_SCANS } from './scans-secrets.ts';
import { WORD_SCANS } from './scans-words.ts';
import { CRAWLER_VISITS } from './visits-crawlers.ts';
import { FRAMEWORK_VISITS } from './visits-frameworks.ts';
import { MACHINE_VISITS } from './visits-machines.ts';
import { PEOPLE_VISITS } from './visits-people.ts';
import { PHP_VISITS } from './visits-php.ts';
import { PROGRAM_VISITS } from './visits-programs.ts';
import { SERVER_VISITS } from './visits-servers.ts';
import { SITE_VISITS } from './visits-sites.ts';
import { WORDPRESS_VISITS } from './visits-wordpress.ts';

// What the log of a hosting company looks like, rather than what is hard to tell. Written by somebody who had seen
// neither the rules nor the requests of the other corpora.

export const FOURTH_SCANS: readonly Kind[] = [
  ...SECRET_SCANS,
  ...CMS_SCANS,
  ...PHP_SCANS,
  ...APPLIANCE_SCANS,
  ...ATTACK_SCANS,
  ...WORD_SCANS,
  ...BEHAVIOUR_SCANS,
];
export const FOURTH_VISITS: readonly Kind[] = [
  ...WORDPRESS_VISITS,
  ...PHP_VISITS,
  ...FRAMEWORK_VISITS,
  ...SITE_VISITS,
  ...PEOPLE_VISITS,
  ...CRAWLER_VISITS,
  ...MACHINE_VISITS,
  ...PROGRAM_VISITS,
  ...SERVER_VISITS,
];

/** All requests of the fourth corpus, by time. The same on every run. */
export function fourthCorpus(): SecondSample[] {
  return corpusOf([...FOURTH_SCANS, ...FOURTH_VISITS], 43_000);
}
