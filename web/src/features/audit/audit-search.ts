/** The query parameters of the audit log, and what they ask the service for. */
import type { I18n } from '@lingui/core';
import type { AuditAction, AuditListParams } from '@sigill/sdk/portal';
import { isDay, startOfDay } from '../../ui/days';
import { auditActions } from './audit-actions';

export type AuditSearch = ReturnType<typeof readAuditSearch>;

/** The beginnings of the actions of each group, in the order in which they are offered. An action is in the first that matches. */
const groups = {
  data: ['session.get', 'session.proof', 'session.redact', 'session.export'],
  'sign-ins': [
    ...['password.', 'google.', 'microsoft.', 'passkey.', 'totp.', 'recovery_code.', 'sign_in.'],
    ...['user.end_sign_ins', 'user.reset_factors'],
  ],
  team: ['user.', 'invite.'],
  sessions: ['session.', 'link.', 'policy.'],
  callbacks: ['callback.', 'callback_endpoint.'],
  billing: ['billing.', 'bill.', 'payment_method.'],
  account: ['merchant.', 'audit.'],
} as const;

export type AuditGroup = keyof typeof groups;
export const auditGroups = Object.keys(groups) as AuditGroup[];

export const groupOf = (action: string): AuditGroup | undefined =>
  auditGroups.find((group) => groups[group].some((beginning) => action.startsWith(beginning)));

/** Reads the valid parameters of an address and drops the rest. */
export const readAuditSearch = ({ search, group, person, from, to, cursor }: Record<string, unknown>) => ({
  ...(search !== undefined && String(search).trim() !== '' && { search: String(search).trim().slice(0, 100) }),
  ...(auditGroups.includes(group as AuditGroup) && { group: group as AuditGroup }),
  ...(isId(person) && { person: Number(person) }),
  // Both days are included.
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
  ...(cursor !== undefined && { cursor: String(cursor) }),
});

const isId = (value: unknown) => /^[1-9]\d{0,15}$/.test(String(value)) && Number.isSafeInteger(Number(value));

/** A search is for the id of an object, or for words of what was done. Undefined when no action has these words. */
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
