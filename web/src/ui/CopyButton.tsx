import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from './Button';
import { Icon } from './Icon';

export function CopyButton({ text, label, className = '' }: { text: string; label?: string; className?: string }) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  const words = { copied: t`Copied`, refused: t`Select and copy by hand` };
  return (
    <Button variant="quiet" size="small" onClick={copy} aria-label={label} className={className}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-4" />
      <span aria-live="polite">{outcome ? words[outcome] : t`Copy`}</span>
    </Button>
  );
}
