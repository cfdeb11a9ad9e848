import type { Page } from 'playwright-core';

/** What a page should not have done: errors, words in the console, breaches of its policy, requests to other hosts. */
export type Complaints = string[];

/** Listens to a page before it is opened. */
export async function watch(page: Page, origin: string, complaints: Complaints): Promise<void> {
  page.on('pageerror', ({ message }) => complaints.push(`error: ${message}`));
  page.on('console', (message) => {
    // An answer of 4xx is asked for on purpose.
    if (!message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text().slice(0, 300)}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`)) complaints.push(`request: ${url.slice(0, 300)}`);
  });
  await page.exposeFunction('complain', (what: string) => complaints.push(what));
  await page.addInitScript(() => {
    const complain = Reflect.get(window, 'complain') as (what: string) => void;
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      complain(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
    // What a hostile string would call if it ran.
    for (const name of ['ran', 'alert', 'prompt', 'confirm', 'print'])
      Reflect.set(window, name, () => complain(`ran: ${name}`));
  });
}
