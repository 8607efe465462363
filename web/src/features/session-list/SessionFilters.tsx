import { Trans, useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import { type SyntheticEvent, useRef, useState } from 'react';
import { Field, Options, SelectField } from '../../ui/Field';
import { DayFields, FilterToggle, SearchBox } from '../forms/list-filters';
import { useKnownLinks } from '../links/use-links';
import { LookField } from '../session-team/LookField';
import { failureTexts } from '../sessions/failure-texts.gen';
import { sessionStates, useStateWords } from '../sessions/session-states';
import { filterNames, OPEN, readSearch, type SessionSearch, UNSUCCESSFUL } from './session-search';

type Props = { search: SessionSearch; onChange: (search: SessionSearch) => void };

export function SessionFilters({ search, onChange }: Props) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const set = filterNames.filter((name) => name !== 'search' && search[name] !== undefined).length;
  const [open, setOpen] = useState(set > 0);

  function apply(event: SyntheticEvent) {
    event.preventDefault();
    if (!form.current) return;
    onChange(readSearch(Object.fromEntries([...new FormData(form.current)].filter(([, value]) => value !== ''))));
  }

  return (
    // The key changes with the address, so that the fields show its values after navigating back.
    <form ref={form} key={JSON.stringify(search)} onSubmit={apply} className="mb-3" noValidate>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          name="search"
          aria-label={t`Find by id or reference`}
          placeholder={t`Id, or part of a reference`}
          defaultValue={search.search ?? ''}
          maxLength={255}
          className="sm:max-w-80"
        />
        <FilterToggle size="small" set={set} panel="session-filters" isOpen={open} onToggle={setOpen} />
      </div>
      <div
        id="session-filters"
        hidden={!open}
        className="mt-4 grid gap-x-4 gap-y-5 border-y border-hairline pt-4 pb-6 sm:grid-cols-2 lg:grid-cols-3"
      >
        <Selects search={search} apply={apply} />
        <DayFields from={search.from} to={search.to} onChange={apply} />
        <Field
          label={t`Country`}
          name="country"
          placeholder="SE"
          defaultValue={search.country ?? ''}
          maxLength={2}
          autoComplete="off"
          onBlur={apply}
        />
        <p className="measure text-sm text-muted col-span-full">
          <Trans>The country is deleted with the identity data, so this finds only sessions from the last day.</Trans>
        </p>
      </div>
    </form>
  );
}

function Selects({ search, apply }: { search: SessionSearch; apply: (event: SyntheticEvent) => void }) {
  const { t, i18n } = useLingui();
  const words = useStateWords();
  const links = useKnownLinks();
  const reasons = Object.entries(failureTexts)
    .map(([code, text]) => [code, `${i18n._(text)} · ${code}`] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, i18n.locale));
  const several = search.state?.includes(',') && search.state !== OPEN && search.state !== UNSUCCESSFUL;
  return (
    <>
      <SelectField label={t`State`} name="state" defaultValue={search.state ?? ''} onChange={apply}>
        <option value="">{t`All states`}</option>
        <option value={OPEN}>{t`In progress`}</option>
        <option value={UNSUCCESSFUL}>{t`Unsuccessful`}</option>
        {several && (
          <option value={search.state}>
            {search.state
              ?.split(',')
              .map((state) => words[state as SessionState])
              .join(', ')}
          </option>
        )}
        <Options names={sessionStates.map((state) => [state, words[state]])} />
      </SelectField>
      <SelectField label={t`Reason`} name="reason" defaultValue={search.reason ?? ''} onChange={apply}>
        <option value="">{t`All reasons`}</option>
        <Options names={reasons} />
      </SelectField>
      {(links.length > 0 || search.link) && (
        <SelectField label={t`Reusable link`} name="link" defaultValue={search.link ?? ''} onChange={apply}>
          <option value="">{t`All sessions`}</option>
          {search.link && !links.some(({ id }) => id === search.link) && (
            <option value={search.link}>{search.link}</option>
          )}
          <Options names={links.map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
      <LookField look={search.look} apply={apply} />
      <SelectField label={t`Documents`} name="kind" defaultValue={search.kind ?? ''} onChange={apply}>
        <option value="">{t`All documents`}</option>
        <option value="real">{t`Real documents`}</option>
        <option value="specimen">{t`Specimens`}</option>
      </SelectField>
    </>
  );
}
