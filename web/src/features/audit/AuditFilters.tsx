import { useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field, Options, SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { DayFields, FilterToggle } from '../forms/list-filters';
import { type AuditGroup, type AuditSearch, auditGroups, readAuditSearch } from './audit-search';

type Props = { search: AuditSearch; users: AccountUser[]; onSearch: (search: AuditSearch) => void; actions: ReactNode };

export function AuditFilters({ search: { cursor: _, ...search }, users, onSearch, actions }: Props) {
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
    <search className="block space-y-5">
      <form onSubmit={find} className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="flex min-w-0 grow items-end gap-2 sm:max-w-form">
          <Field
            key={words}
            type="search"
            name="search"
            label={t`Search`}
            placeholder={t`Action or id`}
            defaultValue={words ?? ''}
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 grow"
          />
          <Button type="submit" variant="secondary">
            <Icon name="search" className="size-4" />
            {t`Find`}
          </Button>
        </div>
        <FilterToggle set={set} panel="audit-filters" isOpen={isOpen} onToggle={setOpen} className="-ms-5 sm:ms-0" />
        <div className="ml-auto">{actions}</div>
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
