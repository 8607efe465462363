/** `@sigill/reader/specimen`: plays a phone with a specimen document on it, down to the APDUs. */
export { type Spoken, spoken } from './conversation.ts';
export { type PlayedStep, type PlayOptions, playSpecimen } from './play-specimen.ts';
export { printedKey, type Specimen, type SpecimenBehaviour } from './specimen.ts';
