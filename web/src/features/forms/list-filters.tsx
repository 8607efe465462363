import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangeEvent, ComponentProps } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';

type ToggleProps = Pick<ComponentProps<typeof Button>, 'size' | 'className'> & {
  set: number;
  panel: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

export function FilterToggle({ set, panel, isOpen, onToggle, ...look }: ToggleProps) {
  const { t } = useLingui();
  return (
    <Button variant="quiet" {...look} aria-expanded={isOpen} aria-controls={panel} onClick={() => onToggle(!isOpen)}>
      {set > 0 ? <Trans>Filters ({set})</Trans> : t`Filters`}
      <Icon name="chevron" className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
    </Button>
  );
}

type DaysProps = {
  from: string | undefined;
  to: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

export function DayFields({ from, to, onChange }: DaysProps) {
  const { t } = useLingui();
  return (
    <>
      <Field label={t`From`} name="from" type="date" defaultValue={from ?? ''} max={to} onChange={onChange} />
      <Field label={t`To`} name="to" type="date" defaultValue={to ?? ''} min={from} onChange={onChange} />
    </>
  );
}
