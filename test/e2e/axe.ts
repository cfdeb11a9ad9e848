import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Chromium reads this one in two thirds of the time. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface AxeOptions {
  /** A selector: only this element. */
  readonly element?: string;
  /** Only these rules. */
  readonly runOnly?: readonly string[];
}

/** The violations that axe finds, shortened. The context must bypass the CSP of a page, which would block axe. */
export async function axeViolations(page: Page, { element, runOnly }: AxeOptions = {}): Promise<object[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(SOURCE);
  const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
  const args = [...(element === undefined ? [] : [element]), options].map((arg) => JSON.stringify(arg));
  const found = (await page.evaluate(`axe.run(${args.join()})`)) as {
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => ({
    id,
    times: nodes.length,
    nodes: nodes
      .slice(0, 5)
      .map(({ html, failureSummary }) => ({ html: html.slice(0, 200), failureSummary })),
  }));
}
