import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type App as AppInStores, apps, storesOf } from '../../content/apps';
import { faces } from '../../content/faces';
import { facts } from '../../content/facts';
import { type Check, CheckMarks } from '../../ui/CheckMarks';
import { Icon } from '../../ui/Icon';
import { Seal } from '../../ui/Seal';
import { SitePage } from '../page/SitePage';
import { ChainOfSeals } from './ChainOfSeals';
import { MoreLink } from './Heading';
import { ChipSymbol, PhoneOnPassport } from './PhoneOnPassport';

export function BiometricPage() {
  const { t } = useLingui();
  return (
    <div className="overflow-x-clip">
      <SitePage
        name="biometric"
        art="wreath"
        title={t`Biometric documents`}
        heading={t`The chip in the passport`}
        description={t`What a biometric passport or ID card holds, who signs it, how a phone reads it and what is checked.`}
        lead={
          <Trans>
            A biometric passport or ID card has a chip. It holds the data of the printed page and the portrait, signed
            by the state that issued the document.
          </Trans>
        }
      >
        <div className="grid items-center gap-x-16 gap-y-12 lg:grid-cols-[1fr_1fr]">
          <Recognise />
          <PhoneOnPassport label={t`Drawing of a phone on a closed passport, reading its chip.`} />
        </div>
      </SitePage>
      <Contents />
      <ChainOfSeals />
      <Checks />
      <Apps />
    </div>
  );
}

function Recognise() {
  const { t } = useLingui();
  const provider = faces.provider;
  const steps: { title: string; text: ReactNode; className?: string }[] = [
    {
      title: t`Look for the symbol`,
      text: (
        <Trans>
          Biometric documents have it on the cover or the front:{' '}
          <ChipSymbol className="inline-block h-4 align-[-0.1em] text-ink" />
        </Trans>
      ),
    },
    {
      title: t`Scan the printed lines`,
      text: t`The chip opens only to someone holding the document: its key is derived from what is printed on it.`,
    },
    {
      title: t`Place your phone on it`,
      text: t`The phone reads over NFC from a few centimetres away. Nothing is typed or guessed.`,
    },
    {
      title: t`Show your face, if asked`,
      text: (
        <>
          {t`${provider} compares the person with the portrait on the chip. It is off unless the business requests it.`}{' '}
          <span className="with-liveness">{t`${provider} also checks that the person is live.`}</span>
        </>
      ),
      className: 'with-face',
    },
  ];
  return (
    <ol className="divide-y divide-hairline border-y border-hairline">
      {steps.map(({ title, text, className = '' }, index) => (
        <li key={title} className={`${className} grid grid-cols-[2.5rem_1fr] py-5`}>
          <span aria-hidden="true" className="font-mono text-sm leading-8 text-accent">
            {index + 1}
          </span>
          <div>
            <h2 className="display text-lg">{title}</h2>
            <p className="mt-1 measure text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Contents() {
  const { t } = useLingui();
  const files: { name: string; holds: string; note?: string }[] = [
    { name: 'DG1', holds: t`The machine-readable zone: names, number, nationality, date of birth, sex, expiry` },
    { name: 'DG2', holds: t`The portrait` },
    {
      name: 'DG11',
      holds: t`More about the person, such as the full name or a personal number`,
      note: t`some countries`,
    },
    { name: 'DG14', holds: t`Keys and protocols of the chip`, note: t`newer documents` },
    { name: 'DG15', holds: t`The key that proves the chip is the original`, note: t`many documents` },
    { name: 'EF.SOD', holds: t`The state’s signature over the hash of every file above` },
  ];
  return (
    <section aria-labelledby="contents" className="mt-24 border-t border-hairline bg-sunken py-20">
      <div className="page grid gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div>
          <h2 id="contents" className="display text-3xl">{t`What is on the chip`}</h2>
          <p className="mt-4 measure text-muted">
            <Trans>
              The files are the same in every country, as defined by ICAO Doc 9303. Fingerprints, where a state stores
              them, stay locked: we don’t read them.
            </Trans>
          </p>
        </div>
        <dl className="divide-y divide-hairline rounded-md border border-hairline bg-raised">
          {files.map(({ name, holds, note }) => (
            <div key={name} className="grid gap-x-6 px-5 py-4 sm:grid-cols-[6rem_1fr]">
              <dt className="font-mono text-sm leading-7 text-accent">{name}</dt>
              <dd>
                {holds}
                {note && <span className="block text-sm text-muted">{note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Checks() {
  const { t } = useLingui();
  const checks: Check[] = [
    { name: 'issuer', status: 'PASSED', fact: t`The signer is certified by a state we trust` },
    { name: 'signature', status: 'PASSED', fact: t`The signature is valid` },
    { name: 'data', status: 'PASSED', fact: t`Every file matches its signed hash` },
    { name: 'clone', status: 'PASSED', fact: t`The chip responded to a new challenge with its own key` },
    {
      name: 'face',
      status: 'NOT_PRESENT',
      fact: (
        <>
          <span className="with-face">{t`Only when the business requests it`}</span>
          <span className="without-face">{t`Only with a face provider; none is connected here`}</span>
        </>
      ),
    },
  ];
  return (
    <section aria-labelledby="checks" className="border-t border-hairline bg-sunken py-20">
      <div className="page">
        <h2 id="checks" className="display text-3xl">{t`Five marks`}</h2>
        <p className="mt-4 measure text-muted">
          <Trans>
            Our server checks what the phone read. Every verification ends with the same five marks and a verdict:
            approved or rejected. The data is kept for up to {facts.identity_data_hours} hours.
          </Trans>
        </p>
        <CheckMarks checks={checks} stacked className="mt-10 sm:grid-cols-5" />
        <p className="mt-10">
          <MoreLink to="/demo" className="min-h-10">{t`Read a specimen in the demo`}</MoreLink>
        </p>
      </div>
    </section>
  );
}

function Apps() {
  return (
    <section aria-labelledby="apps" className="page pt-20">
      <h2 id="apps" className="display text-3xl">
        <Trans>The apps</Trans>
      </h2>
      <p className="mt-4 measure text-muted">
        <Trans>
          Both are free. They need a phone with NFC, iOS {apps.minimum_ios} or later or Android with API level{' '}
          {apps.minimum_android_api} or later.
        </Trans>
      </p>
      <div className="mt-10 grid gap-x-16 gap-y-10 md:grid-cols-2">
        <App app={apps.identity}>
          <Trans>
            Verifies your identity for a business that requests it. Opens from the link the business gives you.
          </Trans>
        </App>
        <App app={apps.passport}>
          <Trans>
            Shows what is on your own chip. The data stays on the phone and is deleted when you close the app.
          </Trans>
        </App>
      </div>
    </section>
  );
}

function App({ app, children }: { app: AppInStores; children: ReactNode }) {
  const { t } = useLingui();
  const stores = storesOf(app);
  return (
    <article className="border-t-2 border-accent pt-5">
      <h3 className="flex items-center gap-3">
        <Seal className="size-8 text-accent" />
        <span className="display text-xl">{app.name}</span>
      </h3>
      <p className="mt-3 measure text-muted">{children}</p>
      <p className="mt-5 flex flex-wrap gap-3">
        {stores.map(({ store, url }) => (
          <a
            key={store}
            href={url}
            rel="noopener noreferrer"
            aria-label={t`${app.name} on ${store}`}
            className="inline-flex min-h-12 items-center gap-2.5 rounded-md border border-edge px-4 text-sm hover:border-ink hover:bg-raised"
          >
            <Icon name="external" className="size-4 text-muted" />
            {store}
          </a>
        ))}
        {stores.length === 0 && <span className="text-sm text-muted">{t`Not in the app stores yet.`}</span>}
      </p>
    </article>
  );
}
