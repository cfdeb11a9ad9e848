import { compareNamed } from '../../compare/compare-headers.ts';
import { fieldsOf } from '../../compare/compare-parameters.ts';
import { type Difference, NOISE, WEIGHTS } from '../../compare/difference.ts';
import { isSameParameter, isSameShape } from '../../compare/value-shape.ts';
import { describeBody } from '../../format/body-text.ts';
import type { Profile } from '../../profile/profile.ts';

/** Texts up to this length are shown, of longer ones only type and size. */
const MAX_SHORT = 100;

/**
 * The same request gets the same response, but for ids and times: other values of its fields count. Nothing is compared if
 * the status differs, or if a body was not recorded.
 */
export function compareResponseBodies(recorded: Profile, replayed: Profile): readonly Difference[] {
  const [a, b] = [recorded.detail?.responseBody, replayed.detail?.responseBody];
  if (recorded.entry.status !== replayed.entry.status || a?.text === undefined || b?.text === undefined)
    return [];
  const [fieldsA, fieldsB] = [fieldsOf(a), fieldsOf(b)];
  if (fieldsA && fieldsB)
    return compareNamed('response', fieldsA, fieldsB, (name, from, to) =>
      from !== null && to !== null && isSameParameter(name, from, to) ? NOISE : WEIGHTS.fieldChanged,
    ).filter(({ weight }) => weight > NOISE);
  if (isSameShape(a.text, b.text)) return [];
  const about = { subject: 'response', name: 'body', weight: WEIGHTS.fieldChanged } as const;
  if (a.text.length <= MAX_SHORT && b.text.length <= MAX_SHORT) return [{ ...about, a: a.text, b: b.text }];
  return [{ ...about, a: describeBody(a), b: describeBody(b), outcome: 'differs' }];
}
