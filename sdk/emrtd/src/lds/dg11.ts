import { readBer } from '../asn1/ber.ts';
import { readDate, readLdsText } from './text.ts';

/** What DG11 may say about the holder (Doc 9303-10, 4.7.11). */
export interface AdditionalPersonalDetails {
  /** Primary and secondary identifier with `<<` between them, in full and in the national script. */
  full_name?: string;
  personal_number?: string;
  /** YYYY-MM-DD, or with zeros for what is not known. */
  date_of_birth?: string;
  place_of_birth?: string;
}

/** Additional details about the holder (Doc 9303-10, 4.7.11). */
export function readDg11(bytes: Uint8Array): AdditionalPersonalDetails {
  const details: AdditionalPersonalDetails = {};
  for (const element of readBer(bytes, 'DG11', { trailing: true }).as(0x6b, 'DG11').children()) {
    const text = readLdsText(element);
    const spaced = text?.replace(/<+/g, ' ').trim();
    // Fillers alone are an empty field.
    if (!text || !spaced) continue;
    if (element.tag === 0x5f0e) details.full_name = text;
    if (element.tag === 0x5f10) details.personal_number = spaced;
    if (element.tag === 0x5f11) details.place_of_birth = spaced;
    if (element.tag === 0x5f2b) {
      const date = readDate(element.content);
      if (date) details.date_of_birth = date;
    }
  }
  return details;
}
