import type { Likeness, SinceItWorked } from '../../compare/since-it-worked.ts';
import { formatTime } from '../../profile/time.ts';

type Found = Extract<SinceItWorked, { outcome: 'found' }>;

/** Follows the token of the request that was compared. */
export const ALIKE_NOTES: Readonly<Record<Likeness, string>> = {
  user: ' (same user)',
  release: ' (same release)',
  route: '',
};

/** How a sentence such as `Since 3fa2c1 (same user):` ends. If the last one that worked was compared, it begins with `Since then`. */
export function sinceWhenText({ last, compared, alike }: Found): { isLast: boolean; note: string } {
  const isLast = compared.entry.seq === last.seq;
  return { isLast, note: `${ALIKE_NOTES[alike] || (isLast ? '' : ', the newest with a detail')}:` };
}

/** Why there is no request that worked to compare with. */
export function neverWorkedText(since: Exclude<SinceItWorked, { outcome: 'found' }>, zone: string): string {
  switch (since.outcome) {
    case 'never':
      return 'Has never worked in this book.';
    case 'unknown':
      return `When it last worked is not known: the search reached its time limit at ${formatTime(since.searchedTo, zone)} ${zone}.`;
    case 'impossible':
      return "When it last worked is not known: its route or URL can't be searched for.";
  }
}
