import { useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { described, Field, Options, SelectField } from '../../ui/Field';
import { FilterToggle, SearchBox } from '../forms/list-filters';
import { useGoTo } from '../navigation/router-navigation';
import { type RequestFilters, readRequestSearch, requestIdIn } from './request-search';

/** Opens the page of a request from its id, or from any text that contains the id. */
export function FindRequest() {
  const { t } = useLingui();
  const goTo = useGoTo();
  const id = useId();
  const [error, setError] = useState<string>();
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = requestIdIn(String(new FormData(event.currentTarget).get('request_id')));
    if (id) void goTo(`/request/${id}`);
    else setError(t`No request id found. It starts with req_`);
  };
  return (
    <search className="max-sm:w-full sm:ms-auto sm:w-96">
      <form onSubmit={find} noValidate>
        <SearchBox
          name="request_id"
          placeholder={t`req_… or text that contains it`}
          onChange={() => setError(undefined)}
          {...described(id, undefined, error)}
          aria-label={t`Request id`}
        />
        <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger">
          {error}
        </p>
      </form>
    </search>
  );
}

/** The error statuses of requests made with API keys, from the contract. */
const REFUSALS = [400, 403, 404, 409, 413, 415, 429, 500, 503];

/** The calls to choose from. Others can be typed. */
const USUAL = ['session.create', 'session.get', 'session.list', 'session.state', 'session.abort', 'callback.list'];

type Props = { filters: RequestFilters; keys: AccountUser[]; onFilter: (filters: RequestFilters) => void };

/** On a phone, the filters collapse into one line with their number, so that the list begins on the first screen. */
export function RequestFilter({ filters, keys, onFilter }: Props) {
  const { t } = useLingui();
  const { operation, status, refused, user_id, session_id } = filters;
  const set = Object.keys(filters).length;
  const [isOpen, setOpen] = useState(set > 0);
  // Choosing the empty option removes the filter, because parameters that are not valid are dropped.
  const choose = (change: Record<string, unknown>) => onFilter(readRequestSearch({ ...filters, ...change }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const [operation, session_id] = ['operation', 'session_id'].map((name) => String(typed.get(name)).trim());
    choose({ operation, session_id });
  };
  return (
    <search>
      <FilterToggle
        set={set}
        panel="request-filters"
        isOpen={isOpen}
        onToggle={setOpen}
        size="small"
        className="-ms-3 sm:hidden"
      />
      <form
        id="request-filters"
        onSubmit={submit}
        className={`grid items-end gap-4 sm:grid-cols-2 md:grid-cols-[repeat(4,1fr)_auto] ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        <SelectField
          label={t`Response`}
          value={refused ? 'refused' : (status ?? '')}
          onChange={({ target: { value } }) =>
            choose(value === 'refused' ? { status: '', refused: true } : { status: value, refused: '' })
          }
        >
          <option value="">{t`All`}</option>
          <option value="refused">{t`Errors only`}</option>
          <option value="200">200</option>
          <Options names={REFUSALS.map((code) => [code, code])} />
        </SelectField>
        <SelectField
          label={t`API key`}
          value={user_id ?? ''}
          onChange={({ target }) => choose({ user_id: target.value })}
        >
          <option value="">{t`All`}</option>
          <Options names={keys.map(({ id, name, alias }) => [id, name ?? alias])} />
        </SelectField>
        <Field
          key={`call ${operation}`}
          name="operation"
          label={t`Operation`}
          list="operations"
          placeholder="session.create"
          autoComplete="off"
          spellCheck={false}
          defaultValue={operation}
          onInput={({ currentTarget }) => {
            if (USUAL.includes(currentTarget.value)) choose({ operation: currentTarget.value });
          }}
        />
        <datalist id="operations">
          {USUAL.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field
          key={`session ${session_id}`}
          name="session_id"
          label={t`Session id`}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          defaultValue={session_id}
        />
        <Button type="submit" variant="secondary" className="sm:justify-self-start">{t`Filter`}</Button>
      </form>
    </search>
  );
}
