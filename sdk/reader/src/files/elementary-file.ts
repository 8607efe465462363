/** The files of the eMRTD application (Doc 9303-10, 4.7). */
export type FileName = 'com' | 'sod' | `dg${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16}`;

export interface ElementaryFile {
  name: string;
  file_id: number;
  short_id: number;
  tag: number;
  /** Maximum length in bytes. No genuine file is longer, and the service refuses longer files. */
  longest: number;
}

const KB = 1024;

const EF = (name: string, file_id: number, tag: number, longest = 64 * KB): ElementaryFile => ({
  name,
  file_id,
  // In the application, the short identifier is the last five bits of the file identifier.
  short_id: file_id & 0x1f,
  tag,
  longest,
});

export const EF_CARD_ACCESS = EF('EF.CardAccess', 0x011c, 0x31, 4 * KB);
export const EF_CARD_SECURITY = EF('EF.CardSecurity', 0x011d, 0x30);

const FILES: Record<FileName, ElementaryFile> = {
  com: EF('EF.COM', 0x011e, 0x60),
  sod: EF('EF.SOD', 0x011d, 0x77),
  dg1: EF('DG1', 0x0101, 0x61),
  dg2: EF('DG2', 0x0102, 0x75, 256 * KB),
  dg3: EF('DG3', 0x0103, 0x63),
  dg4: EF('DG4', 0x0104, 0x76),
  dg5: EF('DG5', 0x0105, 0x65),
  dg6: EF('DG6', 0x0106, 0x66),
  dg7: EF('DG7', 0x0107, 0x67),
  dg8: EF('DG8', 0x0108, 0x68),
  dg9: EF('DG9', 0x0109, 0x69),
  dg10: EF('DG10', 0x010a, 0x6a),
  dg11: EF('DG11', 0x010b, 0x6b),
  dg12: EF('DG12', 0x010c, 0x6c),
  dg13: EF('DG13', 0x010d, 0x6d),
  dg14: EF('DG14', 0x010e, 0x6e),
  dg15: EF('DG15', 0x010f, 0x6f),
  dg16: EF('DG16', 0x0110, 0x70),
};

export const elementaryFile = (name: FileName): ElementaryFile => FILES[name];

/** All file names (Doc 9303-10, 4.7). */
export const FILE_NAMES = Object.keys(FILES) as FileName[];
