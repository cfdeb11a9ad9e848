/** Status classes from bottom to top of a bar: errors at the bottom, where bars are easiest to compare. */
export const ORDER = [5, 4, 3, 2, 1, 0, 6, 7, 8, 9] as const;

export function statusClassName(hundreds: number): string {
  return hundreds === 0 ? 'no status' : `${hundreds}xx`;
}
