/** The files of the eMRTD application (Doc 9303-10, 4.7). */
export type FileName = 'com' | 'sod' | `dg${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16}`;
