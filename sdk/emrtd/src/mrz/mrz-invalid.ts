/** The MRZ violates a rule of Doc 9303-3, 4. The message names the field and never its contents. */
export class MrzInvalid extends Error {}
