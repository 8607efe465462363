import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, Link } from '@tanstack/react-router';
import { startTransition, useOptimistic } from 'react';
import { faces } from '../../../content/faces';
import { EventLog } from '../../../features/demo/EventLog';
import { FaceStandIn } from '../../../features/demo/FaceStandIn';
import { FaceSwitch } from '../../../features/demo/FaceSwitch';
import { isEnd } from '../../../features/demo/follow-session';
import { StateRail } from '../../../features/demo/StateRail';
import { type Demo as DemoState, useDemo } from '../../../features/demo/use-demo';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { SitePage } from '../../../features/page/SitePage';
import { marksOf } from '../../../features/reader/marks';
import { SpecimenReader } from '../../../features/reader/SpecimenReader';
import { QrCode } from '../../../features/sessions/QrCode';
import { SessionResult } from '../../../features/sessions/SessionResult';
import { useStateSentences } from '../../../features/sessions/session-states';
import { Alert } from '../../../ui/Alert';
import { Button, buttonClass } from '../../../ui/Button';
import { CheckMarks } from '../../../ui/CheckMarks';
import { Icon } from '../../../ui/Icon';
import { useHydrated } from '../../../ui/use-hydrated';

export const Route = createFileRoute('/{-$locale}/_live/demo')({
  validateSearch: (search: Record<string, unknown>): { face_verification?: boolean } =>
    [true, 1, 'true', '1'].includes(search['face_verification'] as string) ? { face_verification: true } : {},
  component: Demo,
});

function Demo() {
  const { t } = useLingui();
  const { face_verification = false } = Route.useSearch();
  // The prerendered page is the same for all queries and services, so these are known only after hydration.
  const isFaceMatcherMissing = useHydrated() && face_verification && !faces.words.includes('demo');
  return (
    <SitePage
      name="demo"
      title={t`Demo`}
      heading={t`A session, from both sides`}
      description={t`Try a verification session with specimen documents: genuine, forged, copied and expired.`}
      lead={
        <Trans>
          This page just created one, as your backend would. Complete it with a phone or with the specimen reader.
        </Trans>
      }
    >
      {isFaceMatcherMissing ? <NoFaceMatcher /> : <Live face_verification={face_verification} />}
    </SitePage>
  );
}

function NoFaceMatcher() {
  return (
    <div className="measure">
      <Alert>
        <Trans>Face verification is not available here: nothing on this service compares faces.</Trans>
      </Alert>
      <Link from={Route.fullPath} search={{}} replace className={`${buttonClass()} mt-4`}>
        <Trans>Show the demo without face verification</Trans>
      </Link>
    </div>
  );
}

function Live({ face_verification }: { face_verification: boolean }) {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const { startOver, ...demo } = useDemo(face_verification);
  // The switch moves at once, and the address changes a moment later.
  const [isOn, showOn] = useOptimistic(face_verification);
  // Known only after hydration, like the query.
  const hasStandIn = useHydrated() && isOn && faces.words.includes('stand-in');
  const switchTo = (on: boolean) =>
    startTransition(async () => {
      showOn(on);
      await navigate({ search: on ? { face_verification: true } : {}, resetScroll: false, replace: true });
    });
  return (
    <>
      <div className="mb-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-y border-hairline py-4">
        <FaceSwitch checked={isOn} onChange={({ target }) => switchTo(target.checked)} />
        <Button variant="secondary" size="small" onClick={startOver}>
          <Icon name="replay" className="size-4" /> {t`Start over`}
        </Button>
      </div>
      {hasStandIn && <FaceStandIn />}
      {demo.error === undefined ? (
        <Session key={demo.token} demo={demo} />
      ) : (
        <div className="measure">
          <ProblemAlert error={demo.error} />
          <Button variant="secondary" size="small" onClick={startOver} className="mt-4">{t`Try again`}</Button>
        </div>
      )}
    </>
  );
}

function Session({ demo: { token, state = 'CREATED', session, log } }: { demo: DemoState }) {
  const { t } = useLingui();
  const sentences = useStateSentences();
  return (
    <div className="grid gap-x-16 gap-y-14 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <section aria-labelledby="your-side" className="min-w-0 space-y-8">
        <h2 id="your-side" className="display text-xl">{t`What your backend sees`}</h2>
        <StateRail state={state} />
        <p role="status">{sentences[state]}</p>
        {session ? (
          <SessionResult session={session} />
        ) : (
          <CheckMarks checks={marksOf(undefined)} className="sm:grid-cols-2" />
        )}
      </section>
      <section aria-labelledby="their-side" className="min-w-0 space-y-8 lg:row-span-2">
        <h2 id="their-side" className="display text-xl">{t`What the person does`}</h2>
        {token && <Phone token={token} ended={isEnd(state)} />}
        {token && (
          <div className="border-t border-hairline pt-6">
            <h3 className="mb-4 font-medium">{t`No phone? Use the specimen reader`}</h3>
            <SpecimenReader token={token} />
          </div>
        )}
      </section>
      <section aria-labelledby="log" className="min-w-0">
        <h2 id="log" className="display mb-4 text-xl">{t`Event log`}</h2>
        <EventLog lines={log} />
      </section>
    </div>
  );
}

function Phone({ token, ended }: { token: string; ended: boolean }) {
  const { t } = useLingui();
  const { locale } = Route.useParams();
  const path = `${locale ? `/${locale}` : ''}/open?token=${encodeURIComponent(token)}`;
  return (
    <div className="flex flex-wrap items-center gap-6">
      <QrCode
        text={new URL(path, window.location.origin).href}
        label={t`QR code of the session's link`}
        className={`size-40 ${ended ? 'opacity-25' : ''}`}
      />
      <div className="min-w-48 flex-1 space-y-4">
        <p className="text-muted">
          {ended
            ? t`The session has ended; its link no longer works.`
            : t`Scan the code with a phone that reads NFC, or open the link there.`}
        </p>
        {!ended && (
          <a href={path} target="_blank" rel="noopener" className={buttonClass({ variant: 'secondary' })}>
            {t`Open session`} <Icon name="external" className="size-4" />
          </a>
        )}
      </div>
    </div>
  );
}
