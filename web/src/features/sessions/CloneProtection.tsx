import { useLingui } from '@lingui/react/macro';
import { SwitchField } from '../../ui/Field';
import { useAccountSetting } from '../account/use-account-setting';
import { ProblemAlert } from '../forms/ProblemAlert';

/** What new sessions require of the chip, unless they say otherwise. It is saved as soon as it is switched. */
export function CloneProtection() {
  const { t } = useLingui();
  const { value, save, error } = useAccountSetting('require_clone_protection');
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SwitchField
        label={t`Require a proof of the chip`}
        hint={t`New sessions refuse documents whose chip did not prove that it is the original, also those that cannot. A session can say otherwise with require_clone_protection.`}
        checked={value}
        onChange={({ target }) => save(target.checked)}
      />
    </div>
  );
}
