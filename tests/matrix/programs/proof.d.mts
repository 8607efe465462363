/** `toldOfProof` is what `proofStory` must return. */
export function proofStory(proof: object): Promise<object>;
export const toldOfProof: object;
export const PROOF: string;
export const KEY: object;
