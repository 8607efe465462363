/** Event: the server no longer has a part of this page, as after a release. Components that show messages may listen for it. */
export const PART_MISSING = 'sigill:part-missing';

export const tellPartMissing = (): void => void dispatchEvent(new Event(PART_MISSING));
