import { Trans, useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button';
import { LocaleLink } from '../shell/LocaleLink';
import { storage, storageConsent } from './storage';

/** Fades in after one second and stays until answered. Rejecting is as easy as accepting. */
export function ConsentBanner() {
  const { t } = useLingui();
  const consent = useSyncExternalStore(storage.subscribe, storageConsent.get, () => 'rejected' as const);
  if (consent) return null;
  return (
    <section
      aria-label={t`Storage consent`}
      data-print="hidden"
      className="consent-banner fixed inset-x-0 bottom-0 z-30 border-t border-edge bg-raised shadow-float"
    >
      <div className="page flex flex-col gap-3 py-4 lg:flex-row lg:items-center lg:gap-8">
        <div className="grow space-y-1 text-sm">
          <p>
            <Trans>May this site keep your sign-in and your settings in this browser’s storage?</Trans>
          </p>
          <p className="text-muted">
            <Trans>Until you accept they live in memory only, and a reload signs you out.</Trans>{' '}
            <LocaleLink to="/privacy" className="link whitespace-nowrap">
              <Trans>Privacy policy</Trans>
            </LocaleLink>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={storageConsent.accept}>
            <Trans>Accept</Trans>
          </Button>
          <Button size="small" variant="secondary" onClick={storageConsent.reject}>
            <Trans>Continue without cookies</Trans>
          </Button>
        </div>
      </div>
    </section>
  );
}
