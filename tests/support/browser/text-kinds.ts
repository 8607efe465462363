/**
 * Finds texts that must have the same contrast, because axe spends most of its time on measuring contrast, and most texts of a
 * screen were already on the previous one.
 */

export const MEASURED = 'data-contrast-measured';

/**
 * Marks up to three texts of each kind that was not measured before.
 * @returns a script whose value is the list of all kinds on the page. Texts are of the same kind if axe cannot distinguish them:
 * they are in the same elements, with the same classes and drawn in the same way. Three are marked, because axe leaves a text
 * undecided if something is drawn above it. Every text of a form is marked, because axe skips the texts of disabled fields.
 */
export const textKindsScript = (measured: Set<string>): string => `(() => {
  const PER_KIND = 3;
  const DRAWING = ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'fontSize', 'fontWeight', 'textShadow', 'filter',
    'mixBlendMode', 'position', 'zIndex', 'overflow', 'clipPath', 'visibility'];
  const measured = new Set(${JSON.stringify([...measured])});
  const known = new Map();
  // The keys of deep elements are long, so each is shortened to 64 bits: two 32-bit halves mixed as in FNV-1a.
  const digest = (text) => {
    let [high, low] = [0xcbf29ce4, 0x84222325];
    for (let at = 0; at < text.length; at++) {
      low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
      high = Math.imul(high ^ (low >>> 7), 0x01000193);
    }
    return (high >>> 0).toString(36) + (low >>> 0).toString(36);
  };
  const surroundingsOf = (element) => {
    if (!element) return '';
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const drawn = DRAWING.map((property) => style[property]);
      const own = [element.localName, element.getAttribute('class'), ...drawn];
      known.set(element, digest([surroundingsOf(element.parentElement), ...own].join()));
    }
    return known.get(element);
  };
  const textOf = (element) =>
    [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()).join('');
  const found = new Map();
  for (const element of document.body.querySelectorAll('*')) {
    element.removeAttribute('${MEASURED}');
    const isOfForm = element.matches('input, select, textarea, button, label, form *');
    const text = textOf(element);
    if (isOfForm) element.setAttribute('${MEASURED}', '');
    if (isOfForm || !text) continue;
    // axe leaves a sign or a single letter undecided and skips invisible text, so these are separate kinds.
    const kind = [surroundingsOf(element), text.length > 1, /\\p{L}|\\p{N}/u.test(text), element.checkVisibility()].join();
    found.set(kind, (found.get(kind) ?? 0) + 1);
    if (!measured.has(kind) && found.get(kind) <= PER_KIND) element.setAttribute('${MEASURED}', '');
  }
  return [...found.keys()];
})()`;
