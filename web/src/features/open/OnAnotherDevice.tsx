import { useEffect, useState } from 'react';
import { service } from '../../content/service';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { LinkCode } from './LinkCode';
import { useWords } from './words';

/** On a computer: hand over to a phone, or read with a reader attached to it. */
export function OnAnotherDevice({ token }: { token: string | undefined }) {
  const { t } = useWords();
  return (
    <>
      <div className="space-y-4 rounded-md border border-hairline bg-raised p-6 text-center">
        <LinkCode />
        <div>
          <p className="font-medium">{t.scan}</p>
          <p className="text-sm text-muted">{t.follows}</p>
        </div>
      </div>
      <details className="border-y border-hairline">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 py-2 hover:text-accent">
          {t.atThisComputer}
          <Icon name="chevron" className="chevron size-5 text-muted" />
        </summary>
        <div className="space-y-3 pb-5">
          <p className="text-sm text-muted">{t.atThisComputerHow}</p>
          <Command text={readingCommand(token)} />
        </div>
      </details>
    </>
  );
}

/**
 * The command asks for the data printed on the document. The package for card readers is separate from the command line's, since few
 * people need it.
 */
const readingCommand = (token = '') =>
  `npx -p ${service.cli} -p pcsc-mini sigill read --base-url ${service.origin} --token ${token}`;

function Command({ text }: { text: string }) {
  const { t } = useWords();
  const [outcome, setOutcome] = useState<'copied' | 'copyByHand'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('copyByHand'),
    );
  return (
    <div className="rounded-md border border-hairline bg-sunken">
      <code dir="ltr" className="block p-3 font-mono text-xs break-all select-all">
        {text}
      </code>
      <Button variant="quiet" size="small" onClick={copy} className="w-full">
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-4" />
        <span aria-live="polite">{t[outcome ?? 'copy']}</span>
      </Button>
    </div>
  );
}
