import { Trans, useLingui } from '@lingui/react/macro';
import { storageConsent } from '../../storage/storage';
import { Button } from '../../ui/Button';
import { LocaleLink } from '../navigation/LocaleLink';

/** Rejecting must be as easy as accepting. */
export function ConsentQuestion() {
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Storage consent`}
      data-print="hidden"
      className="consent-banner fixed inset-x-0 bottom-0 z-30 border-t border-edge bg-raised shadow-float"
    >
      <div className="page flex max-h-[32dvh] flex-col gap-x-8 gap-y-1 py-1.5 sm:flex-row sm:items-center sm:gap-y-3 sm:py-3 tall:gap-y-3 tall:py-3">
        <p className="min-h-0 grow overflow-y-auto text-micro sm:text-sm tall:text-sm">
          <Trans>Keep your sign-in and settings in this browser? Otherwise a reload signs you out.</Trans>{' '}
          <LocaleLink to="/privacy" className="link whitespace-nowrap">{t`Privacy policy`}</LocaleLink>
        </p>
        <div className="flex shrink-0 gap-2 whitespace-nowrap *:not-tall:min-h-8 *:max-[22rem]:px-2 sm:gap-3">
          <Button size="small" onClick={storageConsent.accept}>{t`Accept`}</Button>
          <Button size="small" variant="secondary" onClick={storageConsent.reject}>
            <Trans>Continue without cookies</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
