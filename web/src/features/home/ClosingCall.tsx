import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { Guilloche } from '../../ui/Guilloche';
import { Seal } from '../../ui/Seal';
import { ButtonLink } from '../navigation/LocaleLink';

export function ClosingCall() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="closing" className="relative -mb-24 overflow-hidden border-t border-hairline">
      <Guilloche
        name="closing"
        wreath
        className="absolute top-1/2 left-1/2 -z-10 size-[46rem] -translate-x-1/2 -translate-y-1/2 text-accent opacity-30 sm:size-[78rem]"
      />
      <div className="page flex flex-col items-center py-28 text-center">
        <Seal className="size-16 rounded-full bg-paper text-accent" />
        <h2 id="closing" className="display mt-8 text-4xl">{t`Read your first chip today`}</h2>
        <p className="mt-5 max-w-prose text-lg text-muted text-balance">
          <Trans>
            {facts.free_verifications} verified identities and {facts.trial_days} days are free, no card required. The
            demo reads a specimen without signing up.
          </Trans>
        </p>
        <div className="mt-9 flex flex-wrap justify-center gap-4 max-sm:w-full">
          <ButtonLink to="/sign-up" className="max-sm:grow">{t`Start for free`}</ButtonLink>
          <ButtonLink to="/demo" variant="secondary" className="max-sm:grow">{t`Try the demo`}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
