/** Which certificates of a list may be trust anchors (Doc 9303-12, 4.1 and 7.1.1). Certificates pinned by an operator are not checked. */
import { type Certificate, KEY_USAGE } from '../certificate.ts';
import { isOneFamily } from '../certificate-countries.ts';

export interface AnchorRule<Subject> {
  source: string;
  text: string;
  isBroken(subject: Subject): boolean;
}

export const ANCHOR_RULES: readonly AnchorRule<Certificate>[] = [
  {
    source: 'Doc 9303-12, 7.1.1: basicConstraints with cA',
    text: 'not the certificate of a CA',
    isBroken: ({ is_ca }) => !is_ca,
  },
  {
    source: 'Doc 9303-12, 7.1.1 and RFC 5280, 4.2.1.3: keyUsage with keyCertSign',
    text: 'the certificate of a CA whose key must not sign certificates',
    // One link certificate of the German list has no key usage.
    isBroken: ({ key_usage }) => key_usage !== undefined && (key_usage & KEY_USAGE.keyCertSign) === 0,
  },
];

export const LINK_RULES: readonly AnchorRule<{ link: Certificate; by: Certificate }>[] = [
  {
    source: 'Doc 9303-12, 4.1: a link certificate joins two keys of one CSCA',
    text: 'link certificate that only the CSCA of another State signed',
    isBroken: ({ link, by }) => {
      const [own, other] = [link.subject.country, by.subject.country];
      return own !== undefined && other !== undefined && !isOneFamily(own, other);
    },
  },
];

export const whyNoAnchor = (certificate: Certificate): string | undefined =>
  ANCHOR_RULES.find((rule) => rule.isBroken(certificate))?.text;

export const whyNoLink = (link: Certificate, by: Certificate): string | undefined =>
  LINK_RULES.find((rule) => rule.isBroken({ link, by }))?.text;
