import type { ErrorGroup } from '../error-groups.ts';
import { whereOf } from '../errors.ts';
import { findingText } from './finding-text.ts';

/** The parts of an error group: `TypeError: reading 'rate' at tax (src/tax.ts)`. */
export interface ErrorParts {
  readonly name: string;
  /** Empty if there is none, and if only the class was recorded. */
  readonly message: string;
  /** `tax (src/tax.ts)` */
  readonly place: string;
}

const AT = ' at ';
/** A file of source code, or a function with its file. */
const PLACE = /^(?:[^()]{1,100} \()?[^()]{1,200}\.[cm]?[jt]sx?\)?$/;

export function errorParts(group: string): ErrorParts {
  const at = group.lastIndexOf(AT);
  const end = group.slice(at + AT.length);
  const hasPlace = at > 0 && PLACE.test(end);
  const [name = '', ...message] = (hasPlace ? group.slice(0, at) : group).split(': ');
  return { name, message: message.join(': '), place: hasPlace ? end : '' };
}

/** `New in 1.5.0`, `Ongoing` */
export function stateText({ state, finding }: Pick<ErrorGroup, 'state' | 'finding'>): string {
  if (finding?.kind === state) return findingText(finding, 'UTC').tag;
  return state === 'quiet' ? 'Quiet' : 'Ongoing';
}

/** `GET /pay`, or the name of the job; empty if it was not read in time. */
export function whereText({ latest, begun }: Pick<ErrorGroup, 'latest' | 'begun'>): string {
  const entry = latest ?? begun;
  return entry ? whereOf(entry) : '';
}

/** `POST /api/checkout · tax (src/tax.ts)` */
export function placeText(group: ErrorGroup): string {
  return [whereText(group), errorParts(group.value).place].filter((text) => text !== '').join(' · ');
}

/** `3`, `200+`; empty if no request had a user, or if they were not counted in time. */
export function usersText({ users, isAllUsers }: Pick<ErrorGroup, 'users' | 'isAllUsers'>): string {
  return users === null || users.length === 0 ? '' : `${users.length}${isAllUsers ? '' : '+'}`;
}
