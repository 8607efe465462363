/** What the platform finds out about a proof, and what it should. */
export function proofStory(proof: object): Promise<object>;
export const toldOfProof: object;
export const PROOF: string;
export const KEY: object;
