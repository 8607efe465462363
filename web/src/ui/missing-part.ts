/** Event: a part of this page no longer exists on the server, as after a release. Components that show notes may listen for it. */
export const PART_MISSING = 'sigill:part-missing';

export const tellPartMissing = (): void => void dispatchEvent(new Event(PART_MISSING));
