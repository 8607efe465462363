import { Trans, useLingui } from '@lingui/react/macro';
import {
  sessionMarkAssigneesOptions,
  sessionMarkClearMutation,
  sessionMarkGetOptions,
  sessionMarkSetMutation,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { Options, SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { Time } from '../../ui/Time';
import { ProblemAlert } from '../forms/ProblemAlert';
import { useRefreshMarks } from './marks';

export function MarkControl({ session_id }: { session_id: number }) {
  const { t } = useLingui();
  const { data } = useSuspenseQuery(sessionMarkGetOptions({ session_ids: [session_id] }));
  const onSuccess = useRefreshMarks();
  const set = useMutation({ ...sessionMarkSetMutation(), onSuccess });
  const clear = useMutation({ ...sessionMarkClearMutation(), onSuccess });
  const [mark] = data.marks;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* One button sets and clears the mark, so that it keeps the focus when pressed. */}
        <Button
          variant="secondary"
          size="small"
          loading={set.isPending || clear.isPending}
          onClick={() => (mark ? clear : set).mutate({ session_id })}
        >
          <Icon name="eye" className="size-4" />
          {mark ? t`Clear the mark` : t`Mark as needing a look`}
        </Button>
        <p role="status" className="text-sm text-muted">
          {mark && (
            <Trans>
              Needs a look. Marked by {mark.alias ?? t`a former user`}, <Time value={mark.created} />
            </Trans>
          )}
        </p>
      </div>
      {mark && <Assignee value={mark.assignee_id} onChange={(given) => set.mutate({ session_id, ...given })} />}
      <ProblemAlert error={set.error ?? clear.error} />
    </div>
  );
}

type Props = { value: number | undefined; onChange: (given: { assignee_id?: number }) => void };

function Assignee({ value, onChange }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(sessionMarkAssigneesOptions());
  const assignees = data?.assignees ?? [];
  return (
    <SelectField
      label={t`Assigned to`}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value ? { assignee_id: Number(target.value) } : {})}
    >
      <option value="">{t`Anyone`}</option>
      <Options names={assignees.map(({ id, alias }) => [id, alias])} />
    </SelectField>
  );
}
