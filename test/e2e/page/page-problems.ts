import type { Page } from 'playwright-core';

/** Errors, console messages, policy violations, scripts that ran, and requests to other hosts. */
export type PageProblems = string[];

/** Collects the problems of a page. Call before opening it. */
export async function watchPage(page: Page, origin: string, problems: PageProblems): Promise<void> {
  page.on('pageerror', ({ message }) => problems.push(`error: ${message}`));
  page.on('console', (message) => {
    // Some tests expect a 4xx response.
    if (!message.text().startsWith('Failed to load resource'))
      problems.push(`console: ${message.text().slice(0, 300)}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`)) problems.push(`request: ${url.slice(0, 300)}`);
  });
  await page.exposeFunction('reportProblem', (text: string) => problems.push(text));
  await page.addInitScript(() => {
    const report = Reflect.get(window, 'reportProblem') as (text: string) => void;
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      report(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
    // The functions that hostile strings call.
    for (const name of ['ran', 'alert', 'prompt', 'confirm', 'print'])
      Reflect.set(window, name, () => report(`ran: ${name}`));
  });
}
