import { readBer } from '../asn1/ber.ts';
import { readDate, readLdsText } from './text.ts';

/** The details about the document that DG12 may contain (Doc 9303-10, 4.7.12). */
export interface AdditionalDocumentDetails {
  issuing_authority?: string;
  date_of_issue?: string;
}

/** Reads the additional details about the document (Doc 9303-10, 4.7.12). Throws Malformed. */
export function readDg12(bytes: Uint8Array): AdditionalDocumentDetails {
  const details: AdditionalDocumentDetails = {};
  for (const element of readBer(bytes, 'DG12', { trailing: true }).as(0x6c, 'DG12').children()) {
    if (element.tag === 0x5f19) {
      const authority = readLdsText(element)?.replace(/<+/g, ' ').trim();
      if (authority) details.issuing_authority = authority;
    }
    if (element.tag === 0x5f26) {
      const date = readDate(element.content);
      if (date) details.date_of_issue = date;
    }
  }
  return details;
}
