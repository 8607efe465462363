import { Trans, useLingui } from '@lingui/react/macro';
import type { Spoken } from '@sigill/reader/specimen';

/** Longer ones are portraits. */
const SHOWN_DIGITS = 96;

/** Every command that the reader sent and the chip's response, for those who want to see them. */
export function Conversation({ said }: { said: Spoken[] }) {
  const { t, i18n } = useLingui();
  return (
    <details className="disclosure text-sm">
      <summary>{t`Commands between reader and chip`}</summary>
      <p className="mb-3 text-muted">
        <Trans>
          {i18n.number(said.length)} commands. Once the chip is open they are encrypted, so only their names are shown.
        </Trans>
      </p>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard.
        tabIndex={0}
        aria-label={t`Commands and responses`}
        className="max-h-96 space-y-3 overflow-auto rounded-md border border-hairline bg-paper p-4 font-mono text-xs"
      >
        {said.map((exchange, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: exchanges are only added.
          <li key={index}>
            <p className="font-medium">{titleOf(exchange)}</p>
            <p className="break-all text-muted">→ {shortened(exchange.command)}</p>
            <p className="break-all text-muted">← {shortened(exchange.response)}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Uses the terms of the standards, which are the same in every language. */
const titleOf = ({ command_name, file, offset, secured, status }: Spoken) =>
  [command_name, file, offset !== undefined && `+${offset}`, secured && 'SM', `→ ${status}`].filter(Boolean).join(' ');

const shortened = (digits: string) =>
  digits.length > SHOWN_DIGITS ? `${digits.slice(0, SHOWN_DIGITS)}… (${digits.length / 2} B)` : digits;
