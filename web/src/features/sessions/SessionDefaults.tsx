import { useLingui } from '@lingui/react/macro';
import { Options, SelectField, SwitchField } from '../../ui/Field';
import { useAccountSetting } from '../account/use-account-setting';
import { ProblemAlert } from '../forms/ProblemAlert';

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

type RequirementProps = { name: 'require_clone_protection' | 'refuse_weak'; label: string; hint: string };

function Requirement({ name, label, hint }: RequirementProps) {
  const { value, save, error } = useAccountSetting(name);
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SwitchField label={label} hint={hint} checked={value} onChange={({ target }) => save(target.checked)} />
    </div>
  );
}

/** The choices offered. The account's current value is offered too, because it may have been set through the API. */
const HOURS = [24, 12, 6, 2, 1, 0];

export function Retention() {
  const { t, i18n } = useLingui();
  const { value: shown, save, error } = useAccountSetting('retention_hours');
  const offered = [...new Set([...HOURS, shown])].sort((a, b) => b - a);
  const hours = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'hour', unitDisplay: 'long' });
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SelectField
        label={t`Identity data is kept for`}
        hint={
          shown === 0
            ? t`New sessions: deleted a minute after your backend fetches it, and at most an hour after the end. Viewing a session in the portal does not trigger deletion.`
            : t`New sessions: counted from the end. The data and its key are then destroyed. Use session.redact to do it sooner.`
        }
        value={shown}
        onChange={({ target }) => save(Number(target.value))}
      >
        <Options names={offered.map((count) => [count, count === 0 ? t`Until fetched` : hours.format(count)])} />
      </SelectField>
    </div>
  );
}

/** The choices offered, with 0 for off. The account's current value is offered too, because it may have been set through the API. */
const DAYS = [0, 30, 90, 180, 365];

export function DocumentMemory() {
  const { t, i18n } = useLingui();
  const { value: shown, save, error } = useAccountSetting('document_memory_days');
  const offered = [...new Set([...DAYS, shown])].sort((a, b) => a - b);
  const days = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return (
    <div className="space-y-3">
      <ProblemAlert error={error} />
      <SelectField
        label={t`Documents are recognised for`}
        hint={
          shown === 0
            ? t`Off: once a session’s identity data is deleted, we keep nothing about its document.`
            : t`A session’s page says whether its document was verified before. For this we keep a keyed hash of the document number, never the number. Deleting a session’s data deletes its hash; switching this off deletes all of them.`
        }
        value={shown}
        onChange={({ target }) => save(Number(target.value))}
      >
        <Options names={offered.map((count) => [count, count === 0 ? t`Not at all` : days.format(count)])} />
      </SelectField>
    </div>
  );
}
