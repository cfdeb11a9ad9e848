import { createRecent } from '../profile/recent.ts';

const REMEMBERED = 500;
const LONGEST_REMEMBERED = 32;
/** V8 copies what it cuts out of a text when it is shorter than this. */
const SHORTEST_SLICE = 13;

/** Apps have few keys and headers, and they come with every request: what was answered once is known. */
export function remembered<T extends NonNullable<unknown>>(ask: (name: string) => T): (name: string) => T {
  const answers = createRecent<T>(REMEMBERED);
  return (name) => {
    if (name.length > LONGEST_REMEMBERED) return ask(name);
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    answers.set(owned(name), answer);
    return answer;
  };
}

/** A text of its own: a slice would keep the whole text alive that it was cut from. */
export function owned(text: string): string {
  return text.length < SHORTEST_SLICE ? text : Buffer.from(text).toString();
}
