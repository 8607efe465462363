import { useLingui } from '@lingui/react/macro';
import { SwitchField } from '../../ui/Field';
import { useAccountSetting } from '../account/use-account-setting';
import { ProblemAlert } from '../forms/ProblemAlert';

/** What new sessions require of documents by default. */
export function Requirements() {
  const { t } = useLingui();
  return (
    <>
      <Requirement
        name="require_clone_protection"
        label={t`Require clone protection`}
        hint={t`New sessions reject documents whose chip can’t prove it is the original, including chips without that feature. A session can override this with require_clone_protection.`}
      />
      <Requirement
        name="refuse_weak"
        label={t`Reject weak documents`}
        hint={t`New sessions reject documents with an outdated algorithm or a short key. A session can override this with refuse_weak.`}
      />
    </>
  );
}

interface RequirementProps {
  name: 'require_clone_protection' | 'refuse_weak';
  label: string;
  hint: string;
}

/** Saved as soon as it is switched. */
function Requirement({ name, label, hint }: RequirementProps) {
  const { value, save, error } = useAccountSetting(name);
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SwitchField label={label} hint={hint} checked={value} onChange={({ target }) => save(target.checked)} />
    </div>
  );
}
