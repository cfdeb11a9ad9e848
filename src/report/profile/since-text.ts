import type { SinceItWorked } from '../../compare/since-it-worked.ts';
import { formatTime } from '../../profile/time.ts';

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
