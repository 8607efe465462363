import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackRecord } from '@sigill/sdk/portal';
import { callbackGetOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { AttemptTable } from '../../../features/callbacks/AttemptTable';
import { CheckSignature } from '../../../features/callbacks/CheckSignature';
import { callbackTones, useCallbackWords } from '../../../features/callbacks/callback-states';
import { writeHeaders } from '../../../features/callbacks/check-signature';
import { ResendButton, useResend } from '../../../features/callbacks/ResendCallback';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { Missing } from '../../../features/loading/Missing';
import { Page } from '../../../features/page/Page';
import { SessionLink } from '../../../features/sessions/session-cells';
import { useStateWords } from '../../../features/sessions/session-states';
import { StateMark } from '../../../ui/Badge';
import { CodeBlock } from '../../../ui/CodeBlock';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';

const refresh_ms = 2000;

export const Route = createFileRoute('/{-$locale}/_signed-in/callback/$id')({
  loader: ({ context, params: { id } }) => {
    if (!/^msg_[\w-]{16,64}$/.test(id)) throw notFound();
    context.prefetch(callbackGetOptions({ id }));
  },
  component: Callback,
});

function Callback() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  return (
    <Page back={{ to: '/callbacks', name: t`Callbacks` }} title={t`Callback`}>
      <Load
        shape="facts"
        lines={6}
        missing={
          <Missing list={{ to: '/callbacks', name: t`All callbacks` }} what={t`No callback has this id.`}>
            {t`Check the id for a wrong or missing character. The callback may also belong to another account.`}
          </Missing>
        }
      >
        <Details id={id} />
      </Load>
    </Page>
  );
}

function Details({ id }: { id: string }) {
  const { data: callback } = useSuspenseQuery({
    ...callbackGetOptions({ id }),
    refetchInterval: ({ state }) => state.data?.state === 'PENDING' && refresh_ms,
  });
  const { t } = useLingui();
  const words = useCallbackWords();
  const sessionWords = useStateWords();
  const { payload, message } = callback;
  const asSent = message
    ? [
        { label: t`Raw`, code: message.body },
        { label: t`Headers`, code: writeHeaders(message.headers) },
      ]
    : [];
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
      <section className="min-w-0 space-y-8">
        <KeyValue>
          <Fact name={t`Delivery`}>
            <span role="status">
              <StateMark tone={callbackTones[callback.state]}>{words[callback.state]}</StateMark>
            </span>
          </Fact>
          <Fact name={t`Sent to`} value={callback.url} mono />
          <Fact name={t`Session`} value={<SessionLink id={callback.session_id} />} mono />
          <Fact name={t`Event`}>
            {sessionWords[payload.data.previous_state]} → {sessionWords[callback.session_state]}
          </Fact>
          <Fact name={t`Created`} value={<Time value={callback.created} />} />
          <Fact
            name={t`Next attempt`}
            value={callback.next_attempt && <Time value={callback.next_attempt} seconds />}
          />
          <Fact name={t`Event id`} value={callback.id} mono />
        </KeyValue>
        <Resend callback={callback} />
      </section>
      <section className="min-w-0 space-y-10">
        <div>
          <h2 className="display mb-4 text-xl">{t`Attempts`}</h2>
          {callback.attempt_list.length > 0 ? (
            <AttemptTable attempts={callback.attempt_list} />
          ) : (
            <p className="text-sm text-muted">{t`No attempts yet.`}</p>
          )}
        </div>
        <div>
          <h2 className="display mb-4 text-xl">{t`Request`}</h2>
          <CodeBlock tabs={[{ label: 'JSON', code: JSON.stringify(payload, null, 2) }, ...asSent]} />
        </div>
      </section>
      {message && (
        <section aria-labelledby="check-signature" className="min-w-0 border-t border-hairline pt-10 xl:col-span-2">
          <h2 id="check-signature" className="display mb-3 text-xl">{t`Check the signature`}</h2>
          <p className="mb-6 measure text-muted">
            <Trans>
              Use your receiver’s secret, or the body and headers as it received them. The check runs in your browser;
              nothing is sent.
            </Trans>
          </p>
          <CheckSignature key={callback.attempts} message={message} />
        </section>
      )}
    </div>
  );
}

function Resend({ callback: { id, state } }: { callback: CallbackRecord }) {
  const { t } = useLingui();
  const resend = useResend(id);
  return (
    <div className="space-y-3">
      <ResendButton resend={resend} id={id} disabled={state === 'PENDING'} />
      <p className="text-sm text-muted">
        {state === 'PENDING'
          ? t`Another attempt is scheduled.`
          : t`The same event is sent again with the same id and a new signature.`}
      </p>
      <ProblemAlert error={resend.error} />
    </div>
  );
}
