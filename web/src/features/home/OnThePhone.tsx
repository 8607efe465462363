import { Trans, useLingui } from '@lingui/react/macro';
import { PhoneOnPassport } from '../marketing/PhoneOnPassport';
import { Heading, MoreLink } from './Heading';

/** What the person being verified does. */
export function OnThePhone() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="phone" className="mt-20 border-t border-hairline bg-sunken py-20">
      <div className="page grid items-center gap-x-20 gap-y-12 lg:grid-cols-[5fr_6fr]">
        <div className="lg:order-last">
          <Heading id="phone" label={t`For the person`}>
            <Trans>Hold the phone to the passport</Trans>
          </Heading>
          <p className="mt-4 measure text-muted">
            <Trans>
              Your link opens on the phone. The camera reads the printed lines, which unlock the chip; the phone stays
              on the document until the files are read. Nothing is typed, and no picture of the document is sent.
            </Trans>
          </p>
          <MoreLink to="/biometric">
            <Trans>What the chip holds</Trans>
          </MoreLink>
        </div>
        <PhoneOnPassport label={t`Drawing of a phone on a closed passport. Four of its five marks are set.`} />
      </div>
    </section>
  );
}
