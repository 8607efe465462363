/** A part of this page is not where it was when the page was loaded, as after a release. Who shows notes may say so. */
export const PART_MISSING = 'sigill:part-missing';

export const tellPartMissing = (): void => void dispatchEvent(new Event(PART_MISSING));
