/** `No results found`, `1 result found`, `10 results found`. */
export function resultsFound(count: number): string {
  return `${count || 'No'} ${count === 1 ? 'result' : 'results'} found`;
}
