import { isDay } from '../../ui/days';

export type AuditSearch = ReturnType<typeof readAuditSearch>;

export const auditGroups = ['data', 'sign-ins', 'team', 'sessions', 'callbacks', 'billing', 'account'] as const;
export type AuditGroup = (typeof auditGroups)[number];

export const readAuditSearch = ({ search, group, person, from, to, cursor }: Record<string, unknown>) => ({
  ...(search !== undefined && String(search).trim() !== '' && { search: String(search).trim().slice(0, 100) }),
  ...(auditGroups.includes(group as AuditGroup) && { group: group as AuditGroup }),
  ...(isId(person) && { person: Number(person) }),
  // Both days are included.
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
  ...(cursor !== undefined && { cursor: String(cursor) }),
});

export const isId = (value: unknown) => /^[1-9]\d{0,15}$/.test(String(value)) && Number.isSafeInteger(Number(value));
