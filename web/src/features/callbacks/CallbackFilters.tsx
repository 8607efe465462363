import { useLingui } from '@lingui/react/macro';
import { callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field, Options, SelectField } from '../../ui/Field';
import { DayFields, FilterToggle } from '../forms/list-filters';
import { useStateWords } from '../sessions/session-states';
import { type CallbackSearch, readCallbackSearch, reportedStates } from './callback-search';
import { callbackStates, useCallbackWords } from './callback-states';

type Props = { search: CallbackSearch; onSearch: (search: CallbackSearch) => void };

export function CallbackFilters({ search: { cursor: _, ...search }, onSearch }: Props) {
  const { t } = useLingui();
  const words = useCallbackWords();
  const { state: __, ...others } = search;
  const set = Object.keys(others).length;
  const [isOpen, setOpen] = useState(set > 0);
  const choose = (change: object) => onSearch(readCallbackSearch({ ...search, ...change }));
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <search className="mb-8 block space-y-5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SelectField
          label={t`Delivery`}
          value={search.state ?? ''}
          className="w-44"
          onChange={({ target }) => choose({ state: target.value })}
        >
          <option value="">{t`All`}</option>
          <Options names={callbackStates.map((state) => [state, words[state]])} />
        </SelectField>
        <FilterToggle set={set} panel="callback-filters" isOpen={isOpen} onToggle={setOpen} />
      </div>
      {/* The key changes with the address, so that the fields show its values after navigating back. */}
      <form
        key={JSON.stringify(search)}
        id="callback-filters"
        hidden={!isOpen}
        onSubmit={find}
        className="grid gap-x-4 gap-y-5 border-y border-hairline pt-4 pb-6 sm:grid-cols-2 lg:grid-cols-3"
      >
        <Choices search={search} choose={choose} />
        <div className="flex items-end">
          <Button type="submit" variant="secondary">{t`Filter`}</Button>
        </div>
      </form>
    </search>
  );
}

function Choices({ search, choose }: { search: CallbackSearch; choose: (change: object) => void }) {
  const { t } = useLingui();
  const words = useStateWords();
  const known = useId();
  const { data } = useQuery(callbackHealthOptions());
  const { event, host, session_id, from, to } = search;
  return (
    <>
      <SelectField
        label={t`Event`}
        name="event"
        defaultValue={event ?? ''}
        onChange={({ target }) => choose({ event: target.value })}
      >
        <option value="">{t`All`}</option>
        <Options names={reportedStates.map((state) => [state, words[state]])} />
      </SelectField>
      <DayFields from={from} to={to} onChange={({ target }) => choose({ [target.name]: target.value })} />
      <Field
        label={t`Host`}
        name="host"
        list={known}
        placeholder="shop.example"
        pattern="\s*([A-Za-z0-9.:\[\]\-]+|https?://\S+)\s*"
        defaultValue={host ?? ''}
        maxLength={2048}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={known}>
        {data?.hosts.map(({ host }) => (
          <option key={host} value={host} />
        ))}
      </datalist>
      <Field
        label={t`Session id`}
        name="session_id"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        defaultValue={session_id ?? ''}
      />
    </>
  );
}
