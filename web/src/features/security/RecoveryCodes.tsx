import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { saveText } from '../files/download';

/** New recovery codes, which are shown once. They take the focus, because they replace the button that was pressed. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useLingui();
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="recovery-codes"
      className="rounded-md border border-edge bg-raised p-6 outline-none sm:p-8"
    >
      <h3 id="recovery-codes" className="display text-lg">{t`Your recovery codes`}</h3>
      <p className="mt-2 measure text-sm">
        <Trans>
          <strong>Store them now.</strong> They won’t be shown again. Each one signs you in once when you don’t have
          your phone.
        </Trans>
      </p>
      <ul className="my-6 grid max-w-form grid-cols-2 gap-x-4 gap-y-2 font-mono text-sm whitespace-nowrap sm:gap-x-8 sm:text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={onDone}>{t`I’ve stored them`}</Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveText(text, 'sigill-recovery-codes.txt', 'text/plain')}
        >
          <Trans>Download</Trans>
        </Button>
        <CopyButton text={text} label={t`Copy the recovery codes`} />
      </div>
    </section>
  );
}
