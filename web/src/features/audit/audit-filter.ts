/** Turns a search of the audit log into a request. Not in audit-search.ts, so that only the screen loads the texts of all actions. */
import type { I18n } from '@lingui/core';
import type { AuditAction, AuditListParams } from '@sigill/sdk/portal';
import { startOfDay } from '../../ui/days';
import { auditActions } from './audit-actions';
import { type AuditGroup, type AuditSearch, auditGroups, isId } from './audit-search';

/** The prefixes of each group's actions. An action belongs to the first group that has a matching prefix. */
const beginnings: Record<AuditGroup, string[]> = {
  data: ['session.get', 'session.proof', 'session.redact', 'session.export'],
  'sign-ins': [
    ...['password.', 'google.', 'microsoft.', 'passkey.', 'totp.', 'recovery_code.', 'sign_in.'],
    ...['user.end_sign_ins', 'user.reset_factors'],
  ],
  team: ['user.', 'invite.'],
  sessions: ['session.', 'session_view.', 'session_note.', 'session_mark.', 'link.', 'policy.'],
  callbacks: ['callback.', 'callback_endpoint.'],
  billing: ['billing.', 'bill.', 'payment_method.'],
  account: ['merchant.', 'audit.'],
};

export const groupOf = (action: string): AuditGroup | undefined =>
  auditGroups.find((group) => beginnings[group].some((beginning) => action.startsWith(beginning)));

/** The search text is the id of an object, or words that describe an action. Returns undefined when no action matches. */
export function filterOf(
  { search, group, person, from, to, cursor }: AuditSearch,
  i18n: I18n,
): AuditListParams | undefined {
  const target = isId(search) ? Number(search) : undefined;
  const actions = actionsOf(group, target === undefined ? search : undefined, i18n);
  if (actions?.length === 0) return undefined;
  return {
    ...(actions && { actions }),
    ...(target && { target }),
    ...(person && { user: person }),
    ...(from && { created_from: startOfDay(from) }),
    ...(to && { created_to: startOfDay(to, 1) }),
    ...(cursor && { cursor }),
  };
}

function actionsOf(group: AuditGroup | undefined, words: string | undefined, i18n: I18n): AuditAction[] | undefined {
  if (!group && !words) return undefined;
  const parts = words?.toLowerCase().split(/\s+/) ?? [];
  return (Object.keys(auditActions) as AuditAction[]).filter((action) => {
    const text = `${action} ${i18n._(auditActions[action])}`.toLowerCase();
    return (!group || groupOf(action) === group) && parts.every((part) => text.includes(part));
  });
}
