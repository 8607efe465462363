/** What axe finds on a page: it goes into each document once, so that a second look costs only the looking. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

export interface Violation {
  id: string;
  help: string;
  places: string[];
}

/** @param rules the rules to ask for; all of them when left out. */
export async function violationsOn(page: Page, rules?: string[]): Promise<Violation[]> {
  // Frames too: axe asks itself there what it finds.
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(axe.source);
  const options = {
    // What holds is not asked for: on the longest pages its list costs more than the search.
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  return page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) })))`);
}
