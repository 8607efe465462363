import { Trans, useLingui } from '@lingui/react/macro';
import type { FaultName } from '@sigill/reader/virtual-chip';
import { SelectField } from '../../ui/Field';
import { faultTexts } from './fault-texts';

type Props = { value: FaultName | undefined; onChange: (fault: FaultName | undefined) => void; disabled?: boolean };

/** Chooses an additional fault of the chip, as real chips have them. */
export function FaultChooser({ value, onChange, disabled }: Props) {
  const { i18n } = useLingui();
  const names = Object.keys(faultTexts) as FaultName[];
  return (
    <SelectField
      label={<Trans>What goes wrong</Trans>}
      hint={value && i18n._(faultTexts[value].happens)}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange(names.find((name) => name === target.value))}
      className="max-w-form"
    >
      <option value="">
        <Trans>Nothing</Trans>
      </option>
      {names.map((name) => (
        <option key={name} value={name}>
          {i18n._(faultTexts[name].title)}
        </option>
      ))}
    </SelectField>
  );
}
