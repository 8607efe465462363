import { useLingui } from '@lingui/react/macro';
import type { CallbackTestResponse, ReportedState } from '@sigill/sdk/portal';
import { callbackTestMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { attemptFailureIn } from '../../../../openapi/facts/attempt-failures';
import { Button } from '../../ui/Button';
import { CodeBlock } from '../../ui/CodeBlock';
import { Field, Options, SelectField } from '../../ui/Field';
import { ProblemAlert } from '../forms/ProblemAlert';
import { useStateWords } from '../sessions/session-states';
import { AttemptMark, isSuccess } from './AttemptTable';
import { writeHeaders } from './check-signature';

const states: ReportedState[] = ['INITIATED', 'COMPLETED', 'APPROVED', 'REJECTED', 'FAILED', 'ABORTED'];

const VERIFY = `import { callbacks } from '@sigill/sdk';

// rawBody: the bytes of the request, before any JSON parser.
const event = await callbacks.unwrap(rawBody, request.headers, process.env.SIGILL_CALLBACK_SECRET!);
if (event.type === 'session.state_changed' && !event.test) {
  // The session exists: fetch it.
}`;

export function TestCallback() {
  const { t } = useLingui();
  const words = useStateWords();
  const [url, setUrl] = useState('');
  const [state, setState] = useState<ReportedState>('APPROVED');
  const test = useMutation(callbackTestMutation());
  const send = (event: FormEvent) => {
    event.preventDefault();
    test.mutate({ url: url.trim(), state });
  };
  return (
    <div className="space-y-6">
      <form onSubmit={send} className="grid items-end gap-4 sm:grid-cols-[1fr_12rem_auto]">
        <Field
          label={t`Callback URL`}
          type="url"
          required
          placeholder="https://"
          autoComplete="off"
          maxLength={2048}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <SelectField label={t`Event`} value={state} onChange={({ target }) => setState(target.value as ReportedState)}>
          <Options names={states.map((state) => [state, words[state]])} />
        </SelectField>
        <Button type="submit" variant="secondary" loading={test.isPending}>
          {t`Send a test`}
        </Button>
      </form>
      <ProblemAlert error={test.error} />
      <div role="status" className="empty:hidden">
        {test.data && <Outcome {...test.data} />}
      </div>
    </div>
  );
}

function Outcome({ sent, duration_ms, status_code, content_type, error }: CallbackTestResponse) {
  const { t, i18n } = useLingui();
  const duration = i18n.number(duration_ms, { style: 'unit', unit: 'millisecond' });
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <AttemptMark status_code={status_code} />
        <span className="text-sm text-muted">
          {[error && attemptFailureIn(i18n.locale, error), content_type, duration].filter(Boolean).join(' · ')}
        </span>
      </p>
      {status_code !== undefined && !isSuccess(status_code) && (
        <p className="measure text-sm text-muted">
          {t`Only a status from 200 to 299 counts as delivered. Others are retried.`}
        </p>
      )}
      <CodeBlock
        tabs={[
          { label: t`Request sent`, code: `${writeHeaders(sent.headers)}\n\n${sent.body}` },
          { label: t`How to check it`, code: VERIFY },
        ]}
      />
    </div>
  );
}
