import { useLingui } from '@lingui/react/macro';
import type { AccountUser, AuditEntry } from '@sigill/sdk/portal';
import { Breakable } from '../../ui/Breakable';
import { DayRows } from '../../ui/DayRows';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { LocaleLink } from '../navigation/LocaleLink';
import { auditActions, pageOfTarget } from './audit-actions';

export function AuditTable({ entries, users }: { entries: AuditEntry[]; users: AccountUser[] }) {
  const { t } = useLingui();
  const byId = new Map(users.map((user) => [user.id, user]));
  const names = [t`Time`, t`What`, t`Who`, t`Target`, t`From where`];
  return (
    <Table caption={t`Audit log`} stacked className="dense entries">
      <Headings names={names} />
      <DayRows rows={entries} columns={names.length}>
        {(entry) => (
          <tr key={entry.id}>
            <Td className="whitespace-nowrap text-muted">
              <Time value={entry.created} timeOnly />
            </Td>
            <Td>
              <What entry={entry} />
            </Td>
            <Td>
              <Actor entry={entry} user={byId.get(entry.user_id ?? 0)} />
            </Td>
            <Td className="font-mono text-xs">
              <Target entry={entry} user={byId.get(entry.target_id ?? 0)} />
            </Td>
            <Td className="text-xs text-muted">
              <Origin entry={entry} />
            </Td>
          </tr>
        )}
      </DayRows>
    </Table>
  );
}

export function What({ entry }: { entry: AuditEntry }) {
  const { i18n } = useLingui();
  const { action, request_id, reason, network } = entry;
  const words = auditActions[action];
  return (
    <>
      <details>
        <summary className="list-none hover:text-accent">{words ? i18n._(words) : action}</summary>
        <span translate="no" className="origin text-xs text-muted">
          {[deviceOf(entry), network].filter(Boolean).join(' · ')}
        </span>
        <code className="block font-mono text-xs text-muted">{action}</code>
        <code className="block font-mono text-xs break-all text-muted">{request_id}</code>
      </details>
      {reason && <p className="text-sm text-muted wrap-anywhere">{reason}</p>}
    </>
  );
}

const deviceOf = ({ browser, system }: AuditEntry): string => [browser, system].filter(Boolean).join(', ');

/** On a phone, the network of a known device is shown in the details of the action. */
function Origin({ entry }: { entry: AuditEntry }) {
  const device = deviceOf(entry);
  if (!device) return entry.network;
  return (
    <>
      {device} {entry.network && <span className="max-sm:hidden">· {entry.network}</span>}
    </>
  );
}

function Actor({ entry: { actor, user_id }, user }: { entry: AuditEntry; user?: AccountUser }) {
  const { t } = useLingui();
  if (actor === 'OPERATOR') return t`An operator of the service`;
  if (actor === 'SYSTEM') return t`The service`;
  if (user)
    return (
      <LocaleLink
        to={`/user/${user.id}`}
        className={`hover:text-accent ${user.type === 'SERVICE' ? 'font-mono text-xs' : ''}`}
      >
        <Breakable code={user.alias} />
      </LocaleLink>
    );
  return (
    <>
      {t`A deleted user`} <code className="block font-mono text-xs text-muted">{user_id}</code>
    </>
  );
}

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
