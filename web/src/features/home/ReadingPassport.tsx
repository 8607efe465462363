import './passport.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { buttonClass } from '../../ui/Button';
import { type Check, CheckMarks } from '../../ui/CheckMarks';
import { Icon } from '../../ui/Icon';
import { PassportPage } from './PassportPage';

/** The animation on the home page: a drawn passport is read, and the five checks pass. */
export function ReadingPassport() {
  const { t } = useLingui();
  const checks: Check[] = [
    { name: 'issuer', status: 'PASSED', fact: t`State on the trust list` },
    { name: 'signature', status: 'PASSED', fact: <span className="whitespace-nowrap">ECDSA P-256</span> },
    { name: 'data', status: 'PASSED', fact: t`Unchanged since issue` },
    { name: 'clone', status: 'PASSED', fact: t`The original chip` },
    { name: 'face', status: 'PASSED', fact: t`Matches the portrait` },
  ];
  return (
    <figure className="reading min-w-0">
      <PassportPage
        label={t`Drawing of a specimen passport whose machine-readable zone and chip are read. The seal closes over it.`}
      />
      <CheckMarks checks={checks} stacked className="mt-6 sm:grid-cols-5" />
      <figcaption className="mt-3 flex items-center justify-between gap-4 text-xs text-muted">
        <Trans>Drawn specimen. Every session shows the same five marks.</Trans>
        <button
          type="button"
          data-replay
          className={`${buttonClass({ variant: 'quiet', size: 'small' })} motion-reduce:hidden`}
        >
          <Icon name="replay" className="size-4" />
          <Trans>Replay</Trans>
        </button>
      </figcaption>
    </figure>
  );
}
