import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { useGoTo } from '../navigation/router-navigation';
import { requestIdIn } from './request-search';

/** Opens the page of a request from its id, or from any text that contains the id. */
export function FindRequest() {
  const { t } = useLingui();
  const goTo = useGoTo();
  const [error, setError] = useState<string>();
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const id = requestIdIn(String(new FormData(event.currentTarget).get('request_id')));
    if (id) void goTo(`/request/${id}`);
    else setError(t`No request id found. It starts with req_`);
  };
  return (
    <search>
      <form onSubmit={find} noValidate className="grid max-w-200 grid-cols-[1fr_auto] items-start gap-x-4">
        <Field
          name="request_id"
          label={t`Request id`}
          hint={t`Paste the id, or the error or log line that contains it.`}
          placeholder="req_"
          autoComplete="off"
          spellCheck={false}
          onChange={() => setError(undefined)}
          {...(error && { error })}
        />
        <Button type="submit" variant="secondary" className="mt-7">
          {t`Find`}
        </Button>
      </form>
    </search>
  );
}
