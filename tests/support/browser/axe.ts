/** What axe finds on a page: it goes into each document once, so that a second look costs only the looking. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { MEASURED, textKindsScript } from './text-kinds.ts';

export interface Violation {
  id: string;
  help: string;
  places: string[];
}

/** Half of the size of what the package exports, which every document parses anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param measured the kinds of text whose contrast was measured on pages before, in the same theme and at the same width: those are
 * not measured again, and the new ones are added. Every text is measured when it is left out.
 */
export async function violationsOn(
  page: Page,
  measured?: Set<string>,
  rules: 'ALL' | 'CONTRAST' = 'ALL',
): Promise<Violation[]> {
  const chosen = rules === 'ALL' ? '' : `, runOnly: ['color-contrast']`;
  const contrast = JSON.stringify({ id: 'color-contrast', selector: measured ? `[${MEASURED}]` : '*' });
  // Frames too: axe asks itself there what it finds.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(AXE);
    // Without the text of every element that it looks at: only those of violations are read, below.
    await frame.evaluate(`axe.configure({ noHtml: true, rules: [${contrast}] })`);
    if (measured) for (const kind of await frame.evaluate<string[]>(textKindsScript(measured))) measured.add(kind);
  }
  // What holds is not asked for: on the longest pages its list costs more than the search.
  return page.evaluate<
    Violation[]
  >(`axe.run(document, { resultTypes: ['violations']${chosen} }).then(({ violations }) => {
    // The way to an element in a frame has a step for each document.
    const placeOf = ({ target }) =>
      target.length === 1 ? document.querySelector(target[0]).outerHTML.slice(0, 160) : target.join(' in it ');
    return violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.slice(0, 3).map(placeOf) }));
  })`);
}
