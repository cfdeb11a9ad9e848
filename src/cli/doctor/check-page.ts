import { messageOf } from '../../errors.ts';
import { findPageUrl, isAppsChoice } from '../book-key.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const TIMEOUT_MS = 3000;

/** Whether the page of the app can be reached. The key is not sent: another program may listen there now. */
export async function checkPage(storage: string): Promise<Finding> {
  const url = findPageUrl(storage);
  if (url === null)
    return note(
      'page',
      'The address of the page is not known: no app has listened with this book.',
      'Start the app, or run npx gatebook serve.',
    );
  let response: Response;
  try {
    // The locked page would be recorded as an attempt to get in.
    response = await fetch(`${url}/assets/icon.svg`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    const reason = messageOf(cause ?? error);
    return note(
      'page',
      `The page does not answer at ${url}: ${reason}`,
      'Start the app, or serve the book without it: npx gatebook serve',
    );
  }
  if (isAppsChoice(storage)) return ok('page', `The page is at ${url}; the app decides who sees it`);
  const isOurs = (await response.text()).includes('Gatebook');
  if (isOurs) return ok('page', `The page is at ${url}; npx gatebook open opens it`);
  return problem(
    'page',
    `Something answers at ${url} with ${response.status}, but it is not the page.`,
    'Another program may listen there, or the app has another path. Restart the app, and run npx gatebook open.',
  );
}
