import { useLingui } from '@lingui/react/macro';
import { SwitchField } from '../../ui/Field';
import { useAccountSetting } from '../account/use-account-setting';
import { ProblemAlert } from '../forms/ProblemAlert';

/** Whether all users need more than a password. Saved as soon as it is switched. */
export function RequireSecondFactor() {
  const { t } = useLingui();
  const { value, save, error } = useAccountSetting('require_second_factor');
  return (
    <div className="measure space-y-3">
      <ProblemAlert error={error} />
      <SwitchField
        label={t`Require a second factor`}
        hint={t`Everyone who signs in with a password must use a second factor. API keys are unaffected.`}
        checked={value}
        onChange={({ target }) => save(target.checked)}
      />
    </div>
  );
}
