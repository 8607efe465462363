import { Trans, useLingui } from '@lingui/react/macro';
import type { ApprovedSession, VerificationSession } from '@sigill/sdk/portal';
import {
  callbackListOptions,
  sessionGetOptions,
  sessionMarkGetOptions,
  sessionSeenBeforeOptions,
  sessionTimelineOptions,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazyPart } from '../../../api/later';
import { useMay } from '../../../api/role';
import { useKnownLinks, useLinkName } from '../../../features/links/use-links';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { Missing } from '../../../features/loading/Missing';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';
import { AbortSession, RedactSession } from '../../../features/session-page/EndSession';
import { NextStep } from '../../../features/session-page/NextStep';
import { SeenBefore } from '../../../features/session-page/SeenBefore';
import { SessionCallbacks } from '../../../features/session-page/SessionCallbacks';
import { Neighbours, SessionId, useListBehind, useReference } from '../../../features/session-page/SessionHeading';
import { SessionJson } from '../../../features/session-page/SessionJson';
import { SessionPdf } from '../../../features/session-page/SessionPdf';
import { SessionStory } from '../../../features/session-page/SessionStory';
import { SessionTimeline } from '../../../features/session-page/SessionTimeline';
import { useLiveSession } from '../../../features/session-page/use-live-session';
import { useClaimWords } from '../../../features/sessions/claim-words';
import { SessionProof } from '../../../features/sessions/SessionProof';
import { SessionResult } from '../../../features/sessions/SessionResult';
import { SessionStateMark } from '../../../features/sessions/session-cells';
import { useStateSentences } from '../../../features/sessions/session-states';
import { languageNames } from '../../../i18n/languages';
import { Fact, KeyValue } from '../../../ui/KeyValue';
import { Time } from '../../../ui/Time';

// Loaded on demand, because most viewed sessions have ended.
const NewLink = lazyPart(async () => (await import('../../../features/session-page/NewLink')).NewLink);

// Loaded on demand, because most accounts have no delivery key.
const SealedSession = lazyPart(
  async () => (await import('../../../features/session-page/SealedSession')).SealedSession,
);

// Loaded on demand, because only new accounts see it.
const VerifyEmail = lazyPart(async () => (await import('../../../features/session-page/VerifyEmail')).VerifyEmail);

const loadBelow = () => import('../../../features/session-page/below-session');
const LatestRequests = lazyPart(async () => (await loadBelow()).LatestRequests);
const SessionTeam = lazyPart(async () => (await loadBelow()).SessionTeam);

export const Route = createFileRoute('/{-$locale}/_signed-in/session/$id')({
  params: idParam,
  loader: ({ context, params: { id } }) => {
    assertId(id);
    context.prefetch(
      sessionGetOptions({ id }),
      sessionMarkGetOptions({ session_ids: [id] }),
      sessionTimelineOptions({ id }),
      sessionSeenBeforeOptions({ id }),
      userSelfOptions(),
      callbackListOptions({ session_id: id }),
    );
    // Loads the code of the parts below the session at the same time, so that they do not move what is already shown.
    void loadBelow();
  },
  component: Session,
});

function Session() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  const reference = useReference(id);
  const list = useListBehind();
  return (
    <Page
      back={{ to: list, name: t`Sessions` }}
      title={reference ?? t`Session ${id}`}
      // On one line, because it arrives after everything else is in place.
      heading={
        reference ? (
          <span title={reference} className="block truncate">
            {reference}
          </span>
        ) : (
          t`Session`
        )
      }
      lead={<SessionId id={id} />}
      // Outside `Load`, so that the keyboard shortcuts for the previous and next session work while a session is loading.
      actions={<Neighbours id={id} />}
    >
      <Load
        lines={8}
        missing={
          <Missing list={{ to: '/sessions', name: t`All sessions` }} what={t`No session in this account has this id.`}>
            <Trans>
              Check the id for a wrong or missing digit. The session may also belong to another account. It has not been
              removed: sessions remain after their identity data is destroyed.
            </Trans>
          </Missing>
        }
      >
        <Details key={id} id={id} />
      </Load>
    </Page>
  );
}

function Details({ id }: { id: number }) {
  const { t } = useLingui();
  const session = useLiveSession(id);
  const sentences = useStateSentences();
  const mayProve = useMay('session.proof');
  const facts = (
    <>
      <Facts session={session} />
      <LoadedSection title={t`API requests`} lines={3}>
        <LatestRequests filter={{ session_id: id }} />
      </LoadedSection>
    </>
  );
  return (
    <div className="space-y-10">
      <div className="space-y-2">
        <p role="status" className="flex flex-wrap items-center gap-3">
          <SessionStateMark state={session.state} specimen={session.specimen} />
        </p>
        {session.state === 'INITIATED' ? (
          <p>{t`Reading has started. No data has arrived yet.`}</p>
        ) : (
          // The failure is shown below in more detail.
          !('failure' in session) && <p>{sentences[session.state]}</p>
        )}
        {session.state === 'ABORTED' && <NextStep session={session} />}
        {session.specimen && session.ended && <VerifyEmail />}
      </div>
      {session.state === 'APPROVED' && <SeenBefore id={id} />}
      <SessionStory session={session} />
      <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
        <section className="min-w-0 space-y-8">
          {isSealed(session) ? (
            <SealedSession session={session} />
          ) : (
            // Not shown before the verdict, because the result would later appear above the list of checks and push it down.
            session.state !== 'COMPLETED' && <SessionResult session={session} next={<NextStep session={session} />} />
          )}
          {mayProve && session.state === 'APPROVED' && !session.redacted && !isSealed(session) && (
            <SessionProof id={id} />
          )}
          {session.state === 'CREATED' && <NewLink id={id} />}
          <AbortSession session={session} />
          <RedactSession session={session} />
          <SessionPdf id={id} />
          {hasNoDocument(session) && facts}
        </section>
        <section className="min-w-0 space-y-10">
          <div data-print="hidden">
            <LoadedSection title={t`Your team`} lines={9}>
              <SessionTeam session={session} />
            </LoadedSection>
          </div>
          <LoadedSection title={t`Callbacks`} lines={3}>
            <SessionCallbacks session={session} />
          </LoadedSection>
          {!hasNoDocument(session) && facts}
          <LoadedSection title={t`What happened`} lines={3}>
            <SessionTimeline id={id} />
          </LoadedSection>
          <SessionJson session={session} />
        </section>
      </div>
    </div>
  );
}

/**
 * A session that ended without a document to show. Its facts are shown in place of the document, so that both columns are about
 * equally long.
 */
const hasNoDocument = (session: VerificationSession): boolean =>
  'failure' in session || session.state === 'ABORTED' || (session.state === 'APPROVED' && Boolean(session.redacted));

const isSealed = (session: VerificationSession): session is ApprovedSession => 'sealed_data' in session;

function LinkName({ id }: { id: number }) {
  const link = useKnownLinks().find((known) => known.id === id);
  const name = useLinkName()(id);
  return link ? <TextLink to={`/link/${id}`}>{name}</TextLink> : [name, ' ', id];
}

function Facts({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const claimWords = useClaimWords();
  const { policy } = session;
  const requirements = [
    session.face_verification && t`Face verification`,
    session.passport_only && t`Passports only`,
    session.require_clone_protection && t`Clone protection required`,
    session.refuse_weak && t`Weak documents rejected`,
  ].filter(Boolean);
  return (
    <KeyValue>
      <Fact name={t`Reference`} value={session.reference} mono />
      <Fact name={t`Reusable link`} value={session.link_id && <LinkName id={session.link_id} />} />
      <Fact name={t`Link emailed`} value={session.link_sent && <Time value={session.link_sent} />} />
      <Fact name={t`Policy`}>
        {policy && (
          <Trans>
            <span className="font-mono">{policy.name}</span>, version {policy.version}
          </Trans>
        )}
      </Fact>
      <Fact name={t`Asked for`} value={session.claims?.map((claim) => claimWords[claim]).join(', ')} />
      {/* One line for both, so that nothing moves when the session ends. */}
      <Fact name={session.ended ? t`Ended` : t`Expires`} value={<Time value={session.ended ?? session.expires} />} />
      <Fact name={t`Page language`} value={session.locale && languageNames[session.locale]} />
      <Fact name={t`Requirements`} value={requirements.join(', ') || t`None`} />
      <Fact name={t`Callback`} value={session.callback_url} mono />
      <Fact name={t`IP address of the device`} value={session.user_ip} mono />
      <Fact name={t`Device`} value={session.user_agent} />
      <Fact name={t`Delivery key`} value={session.delivery_kid} mono />
    </KeyValue>
  );
}
