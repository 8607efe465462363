/** What axe finds on a page: it goes into each document once, so that a second look costs only the looking. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { MEASURED, textKindsScript } from './text-kinds.ts';

export interface Violation {
  id: string;
  help: string;
  places: string[];
}

/**
 * @param measured the kinds of text whose contrast was measured on pages before, in the same theme and at the same width: those are
 * not measured again, and the new ones are added. Every text is measured when it is left out.
 */
export async function violationsOn(page: Page, measured?: Set<string>): Promise<Violation[]> {
  const contrast = JSON.stringify({ id: 'color-contrast', selector: measured ? `[${MEASURED}]` : '*' });
  // Frames too: axe asks itself there what it finds.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(axe.source);
    await frame.evaluate(`axe.configure({ rules: [${contrast}] })`);
    if (measured) for (const kind of await frame.evaluate<string[]>(textKindsScript(measured))) measured.add(kind);
  }
  // What holds is not asked for: on the longest pages its list costs more than the search.
  return page.evaluate<Violation[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) })))`);
}
