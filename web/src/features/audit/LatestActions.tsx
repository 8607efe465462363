import { useLingui } from '@lingui/react/macro';
import { auditListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useKnownUsers } from '../../api/whole-lists';
import { BriefTime } from '../../ui/BriefTime';
import { Headings, Table, Td } from '../../ui/Table';
import { LocaleLink } from '../navigation/LocaleLink';
import { Target, What } from './AuditTable';

export const latestOf = (user: number) => ({ user, limit: 6 });

export function LatestActions({ user_id }: { user_id: number }) {
  const { t } = useLingui();
  const { entries } = useSuspenseQuery(auditListOptions(latestOf(user_id))).data;
  const users = useKnownUsers();
  if (entries.length === 0) return <p className="text-sm text-muted">{t`Nothing yet.`}</p>;
  return (
    <>
      <Table caption={t`Latest actions`} stacked className="dense">
        <Headings names={[t`What`, t`Target`, [t`Time`, 'text-right']]} />
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <Td className="max-sm:col-span-2">
                <What entry={entry} />
              </Td>
              <Td className="font-mono text-xs">
                <Target entry={entry} user={users.find(({ id }) => id === entry.target_id)} />
              </Td>
              <Td className="whitespace-nowrap text-muted max-sm:col-start-2 sm:text-right">
                <BriefTime value={entry.created} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <LocaleLink to={`/audit-log?person=${user_id}`} className="link mt-4 inline-block text-sm">
        {t`All actions in the audit log`}
      </LocaleLink>
    </>
  );
}
