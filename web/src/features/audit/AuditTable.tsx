import { useLingui } from '@lingui/react/macro';
import type { AccountUser, AuditEntry } from '@sigill/sdk/portal';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';
import { auditActions, pageOfTarget } from './audit-actions';

export function AuditTable({ entries, users }: { entries: AuditEntry[]; users: AccountUser[] }) {
  const { t, i18n } = useLingui();
  const byId = new Map(users.map((user) => [user.id, user]));
  return (
    <Table caption={t`Audit log`} stacked="tablet">
      <Headings names={[t`When`, t`What`, t`Who`, t`Target`]} />
      <tbody>
        {entries.map((entry) => {
          const words = auditActions[entry.action];
          return (
            <tr key={entry.id}>
              <Td className="whitespace-nowrap max-xl:order-1 max-xl:col-span-2 max-xl:text-muted">
                <Time value={entry.created} seconds />
                <code className="block font-mono text-xs leading-6 text-muted">{entry.request_id}</code>
              </Td>
              <Td className="min-w-40 max-xl:col-span-2">
                {words && <span className="xl:block">{i18n._(words)} </span>}
                <code className={`font-mono text-xs ${words ? 'text-muted' : ''}`}>{entry.action}</code>
                {entry.reason && <p className="text-sm text-muted wrap-anywhere">{entry.reason}</p>}
              </Td>
              <Td className="min-w-48 wrap-anywhere max-xl:col-span-2">
                <Actor entry={entry} user={byId.get(entry.user_id ?? 0)} />
              </Td>
              <Td className="min-w-40 font-mono max-xl:col-span-2">
                <Target entry={entry} user={byId.get(entry.target_id ?? 0)} />
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function Actor({ entry: { actor, user_id }, user }: { entry: AuditEntry; user?: AccountUser }) {
  const { t } = useLingui();
  if (actor === 'OPERATOR') return t`An operator of the service`;
  if (actor === 'SYSTEM') return t`The service`;
  if (user)
    return (
      <LocaleLink to={`/user/${user.id}`} className={`link ${user.type === 'SERVICE' ? 'font-mono' : ''}`}>
        {user.alias}
      </LocaleLink>
    );
  return (
    <>
      {t`A deleted user`} <code className="block font-mono text-xs text-muted">{user_id}</code>
    </>
  );
}

/** The target of an action. A user or key is shown by name, everything else by id. It is a link unless it was deleted. */
function Target({ entry: { action, target_id }, user }: { entry: AuditEntry; user?: AccountUser }) {
  if (target_id === undefined) return null;
  const page = pageOfTarget(action, target_id);
  if (!page || (action.startsWith('user.') && !user)) return <span className="text-muted">{target_id}</span>;
  return (
    <LocaleLink to={page} className="link wrap-anywhere">
      {user?.alias ?? target_id}
    </LocaleLink>
  );
}
