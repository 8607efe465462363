import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TrustOverview as Overview } from '@sigill/sdk/portal';
import { trustGet } from '@sigill/sdk/public';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from '../../ui/Button';
import { formatCount } from '../../ui/format';
import { Term, TermColumns } from '../../ui/TermColumns';
import { TextLink } from '../navigation/LocaleLink';
import { ageInDays, ListAge } from './ListAge';
import { StateIndex } from './StateIndex';

export function TrustOverview() {
  const { found, failed, tryAgain } = useTrust();
  return (
    <>
      <div className="min-h-64 sm:min-h-40">
        {found && (found.states.length > 0 ? <TrustFigures {...found} /> : <NoState specimens={found.specimens} />)}
        {failed && <NotLoaded tryAgain={tryAgain} />}
        {!found && !failed && <Awaited />}
      </div>
      <Meaning />
      {found && found.lists.length > 0 && <ListAge as_of={found.as_of} lists={found.lists} />}
      {found && found.states.length > 0 && <StateIndex states={found.states} />}
    </>
  );
}

/** Separate placeholders, because the app's skeleton would load app code. */
function Awaited() {
  const { t } = useLingui();
  return (
    <div role="status" className="skeleton grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
      <span className="sr-only">{t`Loading`}</span>
      {[0, 1, 2, 3].map((place) => (
        <div key={place} aria-hidden="true" className="h-16 max-w-40 rounded-sm bg-hairline" />
      ))}
    </div>
  );
}

function NoState({ specimens }: { specimens: boolean }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-x-4 gap-y-3 rounded-md border border-dashed border-edge bg-raised p-6 sm:grid-cols-[1fr_2fr]">
      <p className="display text-xl text-balance">
        {specimens ? <Trans>Specimens only</Trans> : <Trans>No States yet</Trans>}
      </p>
      <div className="space-y-3 text-sm text-muted">
        <p className="measure">
          {specimens ? (
            <Trans>
              No certificate list has been loaded, as is normal when local mode first starts. Specimens of the fictional
              State UTO are approved. Real documents are read and rejected, because nothing proves their origin.
            </Trans>
          ) : (
            <Trans>
              No certificate list has been loaded. Every document is read and rejected, because nothing proves its
              origin. The demo accepts specimens.
            </Trans>
          )}
        </p>
        <p>
          <TextLink to="/demo">{t`Try it with a specimen`}</TextLink>
        </p>
      </div>
    </div>
  );
}

function NotLoaded({ tryAgain }: { tryAgain: () => void }) {
  const { t } = useLingui();
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
      <Trans>This could not be loaded.</Trans>
      <Button variant="secondary" size="small" onClick={tryAgain}>{t`Try again`}</Button>
    </div>
  );
}

function Meaning() {
  const { t } = useLingui();
  return (
    <TermColumns className="mt-14">
      <Term name={t`Signing certificate`}>
        <Trans>
          Each State has a certificate (CSCA) that vouches for the keys with which it signs passports and ID cards.
          Without it a document is rejected.
        </Trans>
      </Term>
      <Term name={t`Master list`}>
        <Trans>
          States collect each other’s certificates, then sign and publish the list. We accept it only after comparing
          its publisher’s certificate by hand.
        </Trans>
      </Term>
      <Term name={t`Revocation list`}>
        <Trans>
          When a signing key is lost or misused, its State revokes it in a list. Documents signed with it are then
          rejected.
        </Trans>
      </Term>
    </TermColumns>
  );
}

type Trust = { found?: Overview; failed?: true };

function useTrust(): Trust & { tryAgain: () => void } {
  const [trust, setTrust] = useState<Trust>({});
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt fetches again.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setTrust({});
    trustGet({}, { signal }).then(
      (found) => !signal.aborted && setTrust({ found }),
      () => !signal.aborted && setTrust({ failed: true }),
    );
    return () => controller.abort();
  }, [attempt]);

  const tryAgain = useCallback(() => setAttempt((attempt) => attempt + 1), []);
  return { ...trust, tryAgain };
}

function TrustFigures({ as_of, lists, states }: Overview) {
  const { t, i18n } = useLingui();
  const anchors = states.reduce((sum, state) => sum + state.anchors, 0);
  const revoking = states.filter(({ revocations }) => revocations).length;
  const newest = lists[0]?.date;
  const days = newest === undefined ? undefined : ageInDays(newest, as_of);
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
      <Figure value={formatCount(states.length, i18n.locale)} accent>
        <Plural value={states.length} one="State" other="States" />
      </Figure>
      <Figure value={formatCount(anchors, i18n.locale)}>
        <Plural value={anchors} one="signing certificate" other="signing certificates" />
      </Figure>
      <Figure value={formatCount(revoking, i18n.locale)}>
        <Plural value={revoking} one="State with a revocation list" other="States with a revocation list" />
      </Figure>
      {days === undefined ? (
        <Figure value="–">{t`no master list: certificates were added one by one`}</Figure>
      ) : (
        <Figure value={formatCount(days, i18n.locale)}>
          <Plural
            value={days}
            one="day since the newest list was signed"
            other="days since the newest list was signed"
          />
        </Figure>
      )}
    </dl>
  );
}

/** The number is shown above its name, but screen readers say the name first. */
function Figure({ value, accent = false, children }: { value: string; accent?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-2">
      <dt className="max-w-48 text-sm text-muted">{children}</dt>
      <dd className={`display text-4xl tabular-nums ${accent ? 'text-accent' : ''}`}>{value}</dd>
    </div>
  );
}
