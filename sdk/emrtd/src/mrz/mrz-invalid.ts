/** A rule of Doc 9303-3, 4 that the MRZ breaks. The text names the field and never its contents. */
export class MrzInvalid extends Error {}
