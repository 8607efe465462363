/** What a platform finds out about a proof, and in `toldOfProof` what it should find out. */
export function proofStory(proof: object): Promise<object>;
export const toldOfProof: object;
export const PROOF: string;
export const KEY: object;
