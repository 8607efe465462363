/** `told` is what `story` must return. */
export function story(sdk: object, proof: object, environment: Record<string, string | undefined>): Promise<object>;
export const told: object;
