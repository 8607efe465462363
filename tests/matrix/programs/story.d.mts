/** What the story finds out, and what it should. */
export function story(sdk: object, proof: object, environment: Record<string, string | undefined>): Promise<object>;
export const told: object;
