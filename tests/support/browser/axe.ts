/** What axe finds on a page. axe is loaded into each document only once, because loading takes time. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { MEASURED, textKindsScript } from './text-kinds.ts';

export interface Violation {
  id: string;
  help: string;
  places: string[];
}

/** The minified file: every document parses it again, and what the package exports is twice its size. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @param measured the kinds of text whose contrast was measured on earlier pages, in the same theme and at the same width: those are
 * not measured again, and new ones are added. If left out, every text is measured.
 */
export async function violationsOn(
  page: Page,
  measured?: Set<string>,
  rules: 'ALL' | 'CONTRAST' = 'ALL',
): Promise<Violation[]> {
  const chosen = rules === 'ALL' ? '' : `, runOnly: ['color-contrast']`;
  const contrast = JSON.stringify({ id: 'color-contrast', selector: measured ? `[${MEASURED}]` : '*' });
  // Frames too, because axe collects the results of its copies in the frames.
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>(`'axe' in window`))) await frame.evaluate(AXE);
    // Only violations need the HTML of an element, and it is read below.
    await frame.evaluate(`axe.configure({ noHtml: true, rules: [${contrast}] })`);
    if (measured) for (const kind of await frame.evaluate<string[]>(textKindsScript(measured))) measured.add(kind);
  }
  // Without the passed rules: on the longest pages listing them costs more than the analysis.
  return page.evaluate<
    Violation[]
  >(`axe.run(document, { resultTypes: ['violations']${chosen} }).then(({ violations }) => {
    // The path to an element in a frame has a step for each document.
    const placeOf = ({ target }) =>
      target.length === 1 ? document.querySelector(target[0]).outerHTML.slice(0, 160) : target.join(' in it ');
    return violations.map(({ id, help, nodes }) => ({ id, help, places: nodes.slice(0, 3).map(placeOf) }));
  })`);
}
