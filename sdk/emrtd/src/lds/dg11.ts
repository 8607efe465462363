import { readBer } from '../asn1/ber.ts';
import { readDate, readLdsText } from './text.ts';

/** The details about the holder that DG11 may contain (Doc 9303-10, 4.7.11). */
export interface AdditionalPersonalDetails {
  /** Primary and secondary identifier separated by `<<`, in full and in the national script. */
  full_name?: string;
  personal_number?: string;
  /** YYYY-MM-DD, with zeros for unknown parts. */
  date_of_birth?: string;
  place_of_birth?: string;
}

/** Reads the additional details about the holder (Doc 9303-10, 4.7.11). Throws Malformed. */
export function readDg11(bytes: Uint8Array): AdditionalPersonalDetails {
  const details: AdditionalPersonalDetails = {};
  for (const element of readBer(bytes, 'DG11', { trailing: true }).as(0x6b, 'DG11').children()) {
    const text = readLdsText(element);
    const spaced = text?.replace(/<+/g, ' ').trim();
    // A field with fillers only is empty.
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
