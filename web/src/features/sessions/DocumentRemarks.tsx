import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ChipFlagCode, ChipVerification, ChipWeakness } from '@sigill/sdk/portal';
import { useId } from 'react';

export function DocumentRemarks({ chip }: { chip: ChipVerification }) {
  const { t, i18n } = useLingui();
  const heading = useId();
  const { flags = [], weaknesses = [] } = chip;
  if (flags.length + weaknesses.length === 0) return null;
  const words = (texts: Record<string, MessageDescriptor>, key: string, otherwise: string) => {
    const text = texts[key];
    return text ? i18n._(text) : otherwise;
  };
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="caps">{t`Remarks on the document`}</h2>
      <ul className="mt-2 space-y-2 text-sm">
        {flags.map(({ code, message }) => (
          <li key={`${code} ${message}`} className="break-words">
            {words(flagTexts, code, message)} <code className="font-mono text-xs text-muted">{code}</code>
            {/* In the words of the issuing State. */}
            {code.startsWith('deviation_') && <span className="block text-xs text-muted">{message}</span>}
          </li>
        ))}
        {weaknesses.map(({ where, algorithm }) => (
          <li key={`${where} ${algorithm}`}>
            <Trans>
              {words(weakPlaces, where, where)}: {algorithm} is outdated
            </Trans>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Translated here, because the service describes these only in English. */
const flagTexts: Record<ChipFlagCode, MessageDescriptor> = {
  signer_is_ca: msg`It is signed with a certification authority’s certificate, not a document signer’s.`,
  signer_key_usage: msg`The signer’s key is not allowed to sign documents.`,
  signer_purpose: msg`The signer’s certificate is for other purposes, such as lists or seals, not for documents.`,
  signer_critical_extension: msg`The signer’s certificate has an unknown critical extension.`,
  signer_document_type: msg`The signer is not allowed to sign documents of this type.`,
  signer_version: msg`The signer’s certificate uses an old version.`,
  signer_key_type: msg`A key signed in a way that its type does not allow.`,
  signer_key_usage_absent: msg`The signer’s certificate does not say what its key is for.`,
  signer_key_usage_unusual: msg`The signer’s key may be used for more than signing documents, or its certificate only hints at its use.`,
  signer_purpose_unusual: msg`The signer’s certificate has an extended key usage.`,
  signer_document_type_unlisted: msg`The signer’s certificate lists other types of document of the same kind.`,
  signer_issuer_name: msg`The authority that certified the signer has a different name from the one in the certificate.`,
  signer_validity: msg`The signer’s certificate is valid outside its authority’s validity period.`,
  signer_key_period: msg`The signer’s key may be used outside its certificate’s validity period.`,
  signing_time: msg`The document’s signing time is outside the period in which its signer could sign.`,
  csca_key_period: msg`The signer was certified outside the period in which its authority could sign.`,
  csca_key_type: msg`A key signed in a way that its type does not allow.`,
  chip_authentication_unsupported: msg`The chip offers Chip Authentication in a form that is not supported.`,
  chip_authentication_mapping_only: msg`The chip’s only proof that it is the original is PACE with Chip Authentication Mapping, which is not accepted.`,
  deviation_certificate: msg`The issuing State has reported a wrong certificate or key for these documents.`,
  deviation_active_authentication_key: msg`The issuing State has reported that the key with which these chips prove they are originals may be compromised.`,
  deviation_data: msg`The issuing State has reported wrong data on these chips.`,
  deviation_mrz: msg`The issuing State has reported that the machine readable zone of these documents is wrong.`,
  deviation_chip: msg`The issuing State has reported that these chips may be unusable.`,
  deviation_other: msg`The issuing State has reported that these documents deviate from the standard.`,
};

const weakPlaces: Record<ChipWeakness['where'], MessageDescriptor> = {
  DATA_GROUPS: msg`Hashes of the data`,
  SECURITY_OBJECT: msg`Signature of the document`,
  DOCUMENT_SIGNER: msg`Document signer`,
  CSCA: msg`Country signing authority`,
  ACTIVE_AUTHENTICATION: msg`Active Authentication`,
};
