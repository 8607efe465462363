import { Trans, useLingui } from '@lingui/react/macro';
import type { ReaderSession } from '@sigill/sdk/portal';
import { readerAbortMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { facts } from '../../../content/facts';
import { isEnd } from '../../../features/demo/follow-session';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { redirectTarget } from '../../../features/open/redirect-target';
import { StoreBadges } from '../../../features/open/StoreBadges';
import { usePhone } from '../../../features/open/use-phone';
import { useSession } from '../../../features/open/use-session';
import { Page } from '../../../features/page/Page';
import { OfToken } from '../../../features/sessions/OfToken';
import { QrCode } from '../../../features/sessions/QrCode';
import { SessionStateMark } from '../../../features/sessions/SessionStateMark';
import { useStateSentences } from '../../../features/sessions/session-states';
import { Alert } from '../../../ui/Alert';
import { Badge } from '../../../ui/Badge';
import { Button, buttonClass } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Time } from '../../../ui/Time';

export const Route = createFileRoute('/{-$locale}/_live/open')({
  validateSearch: ({ token, redirect_url }: Record<string, unknown>): { token?: string; redirect_url?: string } => ({
    ...(token !== undefined && { token: String(token) }),
    ...(typeof redirect_url === 'string' && { redirect_url }),
  }),
  component: Open,
});

function Open() {
  const { t } = useLingui();
  const { token } = Route.useSearch();
  return (
    <Page
      name="open"
      title={t`Verify your identity`}
      description={t`Show your passport or identity card to your phone, which reads its chip.`}
    >
      <OfToken token={token} incomplete={<IncompleteLink />}>
        {(token) => <Session token={token} />}
      </OfToken>
    </Page>
  );
}

const IncompleteLink = () => (
  <Alert className="measure">
    <Trans>This link is incomplete. Open the whole link that you were sent.</Trans>
  </Alert>
);

function Session({ token }: { token: string }) {
  const { session, setState } = useSession(token);
  const phone = usePhone();
  const sentences = useStateSentences();
  const ended = isEnd(session.state);
  return (
    <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[1fr_22rem]">
      <div className="space-y-8">
        {!ended && <Invitation session={session} />}
        {!ended && phone && <OnThisPhone link={session.app_link} />}
        <div className="space-y-2 border-y border-hairline py-4" role="status">
          <p className="flex flex-wrap items-center gap-3">
            <SessionStateMark state={session.state} />
            {session.specimen && (
              <Badge>
                <Trans>Specimen</Trans>
              </Badge>
            )}
          </p>
          <p>{sentences[session.state]}</p>
        </div>
        {ended ? (
          <Leave />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            {session.specimen && (
              <Link
                to="/{-$locale}/reader"
                params={(params) => params}
                search={{ token }}
                preload={false}
                className={buttonClass({ variant: 'secondary' })}
              >
                <Trans>Use the specimen reader</Trans>
              </Link>
            )}
            <Cancel token={token} onCancelled={() => setState('ABORTED')} />
          </div>
        )}
      </div>
      {!ended && !phone && <OnAnotherDevice />}
    </div>
  );
}

function Invitation({ session }: { session: ReaderSession }) {
  return (
    <>
      <p className="text-lg">
        {session.merchant_name ? (
          <Trans>
            <strong>{session.merchant_name}</strong> asks you to show your passport or identity card to your phone. It
            takes about a minute.
          </Trans>
        ) : (
          <Trans>You are asked to show your passport or identity card to your phone. It takes about a minute.</Trans>
        )}
      </p>
      <Needs session={session} />
    </>
  );
}

function Needs({ session }: { session: ReaderSession }) {
  const needs = [
    session.passport_only ? (
      <Trans key="document">A biometric passport</Trans>
    ) : (
      <Trans key="document">A biometric passport or identity card</Trans>
    ),
    <Trans key="phone">A phone that reads NFC, with the free app {facts.apps.identity.name}</Trans>,
    ...(session.face_verification
      ? [<Trans key="face">Your face: the app compares it with the portrait in the chip</Trans>]
      : []),
    <Trans key="until">
      Until <Time value={session.expires} />
    </Trans>,
  ];
  return (
    <ul className="space-y-2">
      {needs.map((need) => (
        <li key={need.key} className="flex gap-3">
          <Icon name="check" className="mt-1 size-5 text-accent" />
          <span>{need}</span>
        </li>
      ))}
    </ul>
  );
}

function OnThisPhone({ link }: { link: string }) {
  return (
    <section className="space-y-5">
      <a href={link} className={`${buttonClass()} w-full sm:w-auto`}>
        <Trans>Open in {facts.apps.identity.name}</Trans>
      </a>
      <p className="text-sm text-muted">
        <Trans>Not installed yet? Get the free app, then come back to this link.</Trans>
      </p>
      <StoreBadges />
    </section>
  );
}

function OnAnotherDevice() {
  const { t } = useLingui();
  return (
    <section className="space-y-4 self-start rounded-md border border-hairline bg-raised p-6">
      <QrCode
        text={window.location.href}
        label={t`QR code of this page's link`}
        className="mx-auto size-60 max-w-full"
      />
      <p className="text-center text-sm text-muted">
        <Trans>Scan this with your phone. This page follows along.</Trans>
      </p>
    </section>
  );
}

function Cancel({ token, onCancelled }: { token: string; onCancelled: () => void }) {
  const abort = useMutation({ ...readerAbortMutation(), onSuccess: onCancelled });
  return (
    <>
      <Button variant="quiet" loading={abort.isPending} onClick={() => abort.mutate({ token })}>
        <Trans>Cancel</Trans>
      </Button>
      <ProblemAlert error={abort.error} />
    </>
  );
}

/** Shows where the link leads before anybody follows it. */
function Leave() {
  const { redirect_url } = Route.useSearch();
  const target = redirectTarget(redirect_url);
  if (!target)
    return (
      <p className="text-muted">
        <Trans>You can close this page.</Trans>
      </p>
    );
  return (
    <div className="space-y-3">
      <a href={target.href} rel="noreferrer" className={buttonClass()}>
        <Trans>Continue to {target.place}</Trans> <Icon name="arrow" className="size-4" />
      </a>
      <p className="font-mono text-xs break-all text-muted">{target.href}</p>
    </div>
  );
}
