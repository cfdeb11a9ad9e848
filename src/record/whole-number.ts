/** A figure that any store can keep. Headers announce lengths no integer holds; a mocked socket counts nothing. */
export function wholeNumber(figure: number): number {
  return Number.isSafeInteger(figure) && figure >= 0 ? figure : 0;
}
