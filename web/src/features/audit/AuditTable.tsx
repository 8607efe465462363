import { useLingui } from '@lingui/react/macro';
import type { AccountUser, AuditEntry } from '@sigill/sdk/portal';
import { Headings, Table, Td, Th } from '../../ui/Table';
import { LocaleLink } from '../navigation/LocaleLink';
import { auditActions, pageOfTarget } from './audit-actions';

/** Entries under the days on which they were written, in the viewer's time zone. */
export function AuditTable({ entries, users }: { entries: AuditEntry[]; users: AccountUser[] }) {
  const { t, i18n } = useLingui();
  const byId = new Map(users.map((user) => [user.id, user]));
  const days = Map.groupBy(entries, ({ created }) => i18n.date(created, { dateStyle: 'full' }));
  return (
    <Table caption={t`Audit log`} stacked="phone">
      <Headings names={[t`Time`, t`What`, t`Who`, t`Target`, t`From where`]} />
      {[...days].map(([day, entries]) => (
        <tbody key={day}>
          <tr>
            <Th scope="rowgroup" colSpan={5} className="pt-6 text-start max-sm:col-span-2">
              <time dateTime={entries[0]?.created}>{day}</time>
            </Th>
          </tr>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <Td className="whitespace-nowrap text-muted tabular-nums">
                <time dateTime={entry.created} title={entry.created}>
                  {i18n.date(entry.created, { timeStyle: 'short' })}
                </time>
              </Td>
              <Td className="max-sm:col-span-2">
                <What entry={entry} />
              </Td>
              <Td className="wrap-anywhere max-sm:col-span-2">
                <Actor entry={entry} user={byId.get(entry.user_id ?? 0)} />
              </Td>
              <Td className="font-mono text-xs max-sm:col-span-2">
                <Target entry={entry} user={byId.get(entry.target_id ?? 0)} />
              </Td>
              <Td className="text-xs text-muted max-sm:col-span-2">
                <Origin entry={entry} />
              </Td>
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  );
}

/** The action in words, and on request as developers and support name it. */
export function What({ entry: { action, request_id, reason } }: { entry: AuditEntry }) {
  const { i18n } = useLingui();
  const words = auditActions[action];
  return (
    <>
      <details>
        <summary className="list-none hover:text-accent">{words ? i18n._(words) : action}</summary>
        <code className="block font-mono text-xs text-muted">{action}</code>
        <code className="block font-mono text-xs break-all text-muted">{request_id}</code>
      </details>
      {reason && <p className="text-sm text-muted wrap-anywhere">{reason}</p>}
    </>
  );
}

function Origin({ entry: { network, browser, system } }: { entry: AuditEntry }) {
  const device = [browser, system].filter(Boolean).join(', ');
  return [device, network].filter(Boolean).join(' · ');
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
export function Target({ entry: { action, target_id }, user }: { entry: AuditEntry; user?: AccountUser }) {
  if (target_id === undefined) return null;
  const page = pageOfTarget(action, target_id);
  if (!page || (action.startsWith('user.') && !user)) return <span className="text-muted">{target_id}</span>;
  return (
    <LocaleLink to={page} className="link wrap-anywhere">
      {user?.alias ?? target_id}
    </LocaleLink>
  );
}
