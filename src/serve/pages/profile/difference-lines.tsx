import {
  type Difference,
  differenceText,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
} from '../../../compare/difference.ts';
import { oneLine } from '../../../format/visible-text.ts';

const SIGNS = { '+': 'Added', '-': 'Missing', '*': 'Changed' } as const;

/** Differences, each in one line. */
export function DifferenceLines({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul class="differences">
      {differences.map((difference) => {
        const { sign, subject, name, text, was } = differenceText(difference);
        return (
          <li>
            <span class="sign" title={SIGNS[sign]}>
              {sign === '-' ? '−' : sign}
            </span>{' '}
            {subject} {name !== '' && <code>{oneLine(name, MAX_NAME_LENGTH)}</code>}{' '}
            <span class={text.startsWith('failed') ? 'failure' : undefined}>
              {oneLine(text, MAX_TEXT_LENGTH)}
            </span>{' '}
            {was !== '' && <span class="was">(was {oneLine(was, MAX_TEXT_LENGTH)})</span>}
          </li>
        );
      })}
    </ul>
  );
}
