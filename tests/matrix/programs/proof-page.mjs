import * as proof from '@sigill/sdk/proof';
import { proofStory } from './proof.mjs';

export const run = () => proofStory(proof);
