import { useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { type FormEvent, useState } from 'react';
import { Options, SelectField } from '../../ui/Field';
import { DayFields, FilterToggle, SearchBox } from '../forms/list-filters';
import { type AuditGroup, type AuditSearch, auditGroups, readAuditSearch } from './audit-search';

type Props = { search: AuditSearch; users: AccountUser[]; onSearch: (search: AuditSearch) => void };

export function AuditFilters({ search: { cursor: _, ...search }, users, onSearch }: Props) {
  const { t } = useLingui();
  const { search: words, ...chosen } = search;
  const set = Object.keys(chosen).length;
  const [isOpen, setOpen] = useState(set > 0);
  const choose = (change: Record<string, unknown>) => onSearch(readAuditSearch({ ...search, ...change }));
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose({ search: new FormData(event.currentTarget).get('search') });
  };
  return (
    <search className="block space-y-4">
      <form onSubmit={find} className="flex flex-wrap items-center gap-2">
        <SearchBox
          key={words}
          name="search"
          aria-label={t`Search`}
          placeholder={t`Action or id`}
          defaultValue={words ?? ''}
          className="sm:max-w-80"
        />
        <FilterToggle size="small" set={set} panel="audit-filters" isOpen={isOpen} onToggle={setOpen} />
      </form>
      <div
        id="audit-filters"
        hidden={!isOpen}
        className="grid gap-x-4 gap-y-5 border-y border-hairline pt-4 pb-6 sm:grid-cols-2"
      >
        <Choices search={search} users={users} choose={choose} />
      </div>
    </search>
  );
}

type ChoicesProps = Pick<Props, 'search' | 'users'> & { choose: (change: Record<string, unknown>) => void };

function Choices({ search: { group, person, from, to }, users, choose }: ChoicesProps) {
  const { t } = useLingui();
  const groups: Record<AuditGroup, string> = {
    data: t`Identity data`,
    'sign-ins': t`Signing in`,
    team: t`Team and API keys`,
    sessions: t`Sessions`,
    callbacks: t`Callbacks`,
    billing: t`Billing`,
    account: t`Account`,
  };
  return (
    <>
      <SelectField label={t`About`} value={group ?? ''} onChange={({ target }) => choose({ group: target.value })}>
        <option value="">{t`Everything`}</option>
        <Options names={auditGroups.map((group) => [group, groups[group]])} />
      </SelectField>
      <SelectField
        label={t`Person or API key`}
        value={person ?? ''}
        onChange={({ target }) => choose({ person: target.value })}
      >
        <option value="">{t`Anyone`}</option>
        <Options names={users.map(({ id, name, alias }) => [id, name ?? alias])} />
      </SelectField>
      <DayFields from={from} to={to} onChange={({ target }) => choose({ [target.name]: target.value })} />
    </>
  );
}
