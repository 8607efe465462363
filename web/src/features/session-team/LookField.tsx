import { useLingui } from '@lingui/react/macro';
import { sessionMarkAssigneesOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { Options, SelectField } from '../../ui/Field';

type Props = { look: string | number | undefined; apply: (event: SyntheticEvent) => void };

export function LookField({ look, apply }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(sessionMarkAssigneesOptions());
  const assignees = data?.assignees ?? [];
  return (
    <SelectField label={t`Needs a look`} name="look" defaultValue={look ?? ''} onChange={apply}>
      <option value="">{t`All sessions`}</option>
      <option value="any">{t`By anyone`}</option>
      {typeof look === 'number' && !assignees.some(({ id }) => id === look) && <option value={look}>{look}</option>}
      <Options names={assignees.map(({ id, alias }) => [id, alias])} />
    </SelectField>
  );
}
