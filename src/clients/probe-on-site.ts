import { STATUS_ABORTED } from '../profile/entry.ts';
import { scriptKind } from './missing-paths.ts';
import {
  asksWhetherNamesExist,
  CODE_IN_URL,
  FILE_KINDS,
  PAGE_ABOUT_FILE,
  type Probe,
  SECRET_FILE,
  softwareShownBy,
} from './probe.ts';
import { TITLES } from './probe-shapes.ts';
import type { SiteAnswers } from './site-answers.ts';

/** What is asked for, and where. */
export interface Place {
  readonly host: string;
  readonly path: string;
  /** The length of the path up to its last slash. */
  readonly folder: number;
}

/** A probe as this site sees it: files of a network drive and pages of a wiki can be named like one. */
export function probeOnSite(answers: SiteAnswers, place: Place, found: Probe): Probe | null {
  const { host, path, folder } = place;
  if (found.software === CODE_IN_URL) return found;
  if (answers.isInDrive(host, path)) return null;
  if (found.software !== SECRET_FILE || !TITLES.test(path.toLowerCase())) return found;
  return answers.hasFolder(host, path, folder) ? PAGE_ABOUT_FILE : found;
}

/** Remembers what an answer with 2xx shows about the site. */
export function addAnswer(answers: SiteAnswers, place: Place, method: string, found: Probe | null): void {
  const { host, path, folder } = place;
  if (asksWhetherNamesExist(method)) answers.addDrive(host, path);
  const software = found?.software ?? softwareShownBy(path);
  if (software !== null && software !== CODE_IN_URL) answers.addSoftware(host, software);
  if (!found && folder > 1) answers.addFolder(host, path, folder);
  const script = scriptKind(path);
  if (script >= 0) answers.addScripts(host, script);
}

/** How much a probe proves on this site: nothing if it has the software, or the folder of a missing file. */
export function strengthOnSite(
  answers: SiteAnswers,
  host: string,
  { strength, software, isPart, isForm, mayBeOffered }: Probe,
  status: number,
  isInFolder: boolean,
): Probe['strength'] | null {
  const isAnswered = status < 300;
  if (isAnswered && mayBeOffered && !answers.hasEverything(host)) return null;
  if (strength === 'certain') return strength;
  if (isAnswered && answers.hasEverything(host)) return strength;
  if (isAnswered) return FILE_KINDS.has(software) && !isInFolder ? 'possible' : null;
  if (answers.hasSoftware(host, software)) return isPart && status === 404 ? 'possible' : null;
  if (isInFolder && FILE_KINDS.has(software)) return null;
  if (isForm && status === 404) return 'absent';
  return isRefusal(status) ? strength : 'possible';
}

/** Whether the status says that the site does not have the path. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 407, 408, 429, STATUS_ABORTED].includes(status);
}
