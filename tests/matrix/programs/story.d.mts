/** `told` is the expected result of `story`. */
export function story(sdk: object, proof: object, environment: Record<string, string | undefined>): Promise<object>;
export const told: object;
