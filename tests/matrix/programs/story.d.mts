/** What the story finds out, and in `told` what it should find out. */
export function story(sdk: object, proof: object, environment: Record<string, string | undefined>): Promise<object>;
export const told: object;
