import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ChipVerification } from '@sigill/sdk/portal';
import { useId } from 'react';
import { flagTexts, weakPlaces } from './flag-texts';

/** Unusual or outdated features of a document, whatever its verdict. Most documents have none. */
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
      <h2 id={heading} className="caps">
        {t`Remarks on the document`}
      </h2>
      <ul className="mt-2 space-y-2 text-sm">
        {flags.map(({ code, message }) => (
          <li key={`${code} ${message}`} className="break-words">
            {words(flagTexts, code, message)} <code className="font-mono text-xs text-muted">{code}</code>
            {/* The State's own words. */}
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
