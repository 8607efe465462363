import { Trans, useLingui } from '@lingui/react/macro';
import type { SessionEnd } from '@sigill/reader';
import type { VerificationSession } from '@sigill/sdk/portal';
import { demoGetOptions, readerOpenOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { isEnd } from '../../../features/demo/follow-session';
import { Load } from '../../../features/loading/Load';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { SitePage } from '../../../features/page/SitePage';
import { marksOf } from '../../../features/reader/marks';
import { SpecimenReader } from '../../../features/reader/SpecimenReader';
import { FailureAlert } from '../../../features/sessions/FailureAlert';
import { SessionResult } from '../../../features/sessions/SessionResult';
import { SessionStateMark } from '../../../features/sessions/session-cells';
import { useStateSentences } from '../../../features/sessions/session-states';
import { Alert } from '../../../ui/Alert';
import { CheckMarks } from '../../../ui/CheckMarks';
import { Skeleton } from '../../../ui/Skeleton';
import { useHydrated } from '../../../ui/use-hydrated';

export const Route = createFileRoute('/{-$locale}/_live/reader')({
  validateSearch: ({ token, specimen }: Record<string, unknown>) => ({
    ...(token !== undefined && { token: String(token) }),
    ...(typeof specimen === 'string' && { specimen }),
  }),
  component: Reader,
});

function Reader() {
  const { t } = useLingui();
  const { token } = Route.useSearch();
  const isHydrated = useHydrated();
  return (
    <SitePage
      name="reader"
      title={t`Specimen reader`}
      description={t`Reads a specimen document in place of a phone and sends it, as the app does.`}
      lead={<Trans>Works like a phone: reads a specimen document and sends it, call by call, as the app does.</Trans>}
    >
      {/* The address contains the token, so browsers must not send it to other sites. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      {!isHydrated && <Skeleton lines={6} />}
      {isHydrated && !token && (
        <Alert className="measure">
          <Trans>
            The reader needs a session token. Start from a session’s link or from the{' '}
            <TextLink to="/demo">demo</TextLink>.
          </Trans>
        </Alert>
      )}
      {isHydrated && token && (
        <Load lines={6} missing={t`This link is not valid. Its session may have been deleted.`}>
          <Reading token={token} />
        </Load>
      )}
    </SitePage>
  );
}

function Reading({ token }: { token: string }) {
  const { t } = useLingui();
  const { specimen } = Route.useSearch();
  const { data: session } = useSuspenseQuery({
    ...readerOpenOptions({ token }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [end, setEnd] = useState<SessionEnd>();
  if (!session.specimen)
    return <Alert className="measure">{t`This session accepts only real documents. Use the app on a phone.`}</Alert>;
  if (isEnd(session.state) || session.state === 'COMPLETED')
    return (
      <Alert tone="info" className="measure">
        <Trans>
          This session can’t be read again: <SessionStateMark state={session.state} />. Start a new one.
        </Trans>
      </Alert>
    );
  return (
    <SpecimenReader token={token} specimen={specimen} onEnd={setEnd}>
      <section className="space-y-6 border-t border-hairline pt-6" aria-live="polite">
        <h2 className="display text-xl">{t`Result`}</h2>
        {!end && <CheckMarks checks={marksOf(undefined)} className="sm:grid-cols-2" />}
        {end && !session.demo && <Ending end={end} face_verification={session.face_verification} />}
        {end && session.demo && (
          <Load>
            <DemoResult token={token} />
          </Load>
        )}
      </section>
    </SpecimenReader>
  );
}

function DemoResult({ token }: { token: string }) {
  const { data: session } = useSuspenseQuery(demoGetOptions({ token }));
  return (
    <>
      <Outcome state={session.state} />
      <SessionResult session={session} />
    </>
  );
}

/** The page can show details only of demo sessions. Details of other sessions are only for the backend. */
function Ending({ end, face_verification }: { end: SessionEnd; face_verification: boolean }) {
  return (
    <>
      <Outcome state={end.state as VerificationSession['state']} />
      {end.failure && <FailureAlert state={end.state} failure={end.failure} />}
      <CheckMarks checks={marksOf(end, face_verification)} className="sm:grid-cols-2" />
      <p className="text-sm text-muted">
        <Trans>The verified data goes to the backend that created the session, never to the reader.</Trans>
      </p>
    </>
  );
}

function Outcome({ state }: { state: VerificationSession['state'] }) {
  const sentences = useStateSentences();
  return (
    <div className="space-y-2">
      <SessionStateMark state={state} />
      <p>{sentences[state]}</p>
    </div>
  );
}
