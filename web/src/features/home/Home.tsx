import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { codeSample } from '../../content/code-samples';
import { faces } from '../../content/faces';
import { facts } from '../../content/facts';
import { CodeBlock } from '../../ui/CodeBlock';
import { formatCount, formatUsd } from '../../ui/format';
import { Guilloche, GuillocheBand } from '../../ui/Guilloche';
import { Icon } from '../../ui/Icon';
import { CoveredPersons } from '../coverage/CoveredPersons';
import { coverageShades } from '../coverage/countries';
import { ChainOfSeals } from '../marketing/ChainOfSeals';
import { useDifferences } from '../marketing/differences';
import { Heading, MoreLink } from '../marketing/Heading';
import { PhoneOnPassport } from '../marketing/PhoneOnPassport';
import { ButtonLink, TextLink } from '../navigation/LocaleLink';
import { PageMeta } from '../page/Page';
import { WorldMap } from '../world-map/WorldMap';
import { ClosingCall } from './ClosingCall';
import { ReadingPassport } from './ReadingPassport';
import { Safety } from './Safety';
import { Product } from './SessionPicture';

const { starter, standard } = facts.plans;

export function Home() {
  const { t, i18n } = useLingui();
  const price = formatUsd(standard.unit_price, i18n.locale);
  return (
    <div className="overflow-x-clip">
      <PageMeta
        title={t`Identity verification by the chip`}
        description={t`Verify people by the chip in their passport or ID card: NFC reading, one SDK and one HTTP API. From ${price} per verified identity.`}
      />
      <Hero />
      <OnThePhone />
      <Product />
      <Steps />
      <Reasons />
      <Price />
      <Developers />
      <Coverage />
      <ChainOfSeals />
      <Safety />
      <ClosingCall />
    </div>
  );
}

function Hero() {
  const { t, i18n } = useLingui();
  const price = formatUsd(standard.unit_price, i18n.locale);
  const free = formatCount(facts.free_verifications, i18n.locale);
  const provider = faces.provider;
  return (
    <section className="relative">
      <Guilloche name="home" className="absolute -top-72 -left-80 -z-10 size-[44rem] text-rose opacity-12" />
      <div className="page grid items-center gap-x-16 gap-y-12 pt-12 pb-16 lg:grid-cols-[12fr_13fr] lg:pt-20 lg:pb-24">
        <div>
          <h1 className="display text-4xl">{t`Verify people by the chip in their passport`}</h1>
          <p className="mt-6 measure text-lg text-balance text-muted">
            <Trans>
              {facts.product} reads biometric passports and ID cards over NFC and checks the issuing state’s signature.{' '}
              <span className="with-face without-liveness">
                Face verification by {provider} is there when you want it.
              </span>
              <span className="with-liveness">
                Face verification and liveness detection by {provider} are there when you want them.
              </span>
            </Trans>
          </p>
          <p className="mt-8 flex flex-wrap items-baseline gap-x-3">
            <Trans>
              from <span className="font-mono text-2xl text-accent">{price}</span> per verified identity
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-4">
            <ButtonLink to="/sign-up" className="max-sm:grow">{t`Start for free`}</ButtonLink>
            <ButtonLink to="/demo" variant="secondary" className="max-sm:grow">{t`Try the demo`}</ButtonLink>
          </div>
          <p className="mt-4 text-sm text-muted">
            <Trans>Free credit on sign-up: the first {free} verifications cost nothing.</Trans>
          </p>
        </div>
        <ReadingPassport />
      </div>
    </section>
  );
}

function Steps() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="steps" className="border-t border-hairline bg-sunken py-20">
      <div className="page">
        <Heading id="steps" label={t`How it works`}>{t`Three steps, two calls`}</Heading>
        <ol className="mt-12 space-y-16">
          <Step number={1} title={t`Create a session`} call="create" answer="created">
            <Trans>
              Your backend creates a session with its public key and secret. The response contains the link for the
              person you want to verify.
            </Trans>
          </Step>
          <Step number={2} title={t`Send the person there`} call="open" answer="reported">
            <Trans>
              The person’s phone reads the chip. We verify it and notify your server of each change of state, signed,
              with up to {facts.callback_retries} retries.
            </Trans>
          </Step>
          <Step number={3} title={t`Fetch the verified data`} call="fetch" answer="fetched">
            <Trans>
              Names, dates, document and portrait, as the state wrote them to the chip. We delete them{' '}
              {facts.identity_data_hours} hours after the session ends.
            </Trans>
          </Step>
        </ol>
        <p className="measure mt-14 text-muted">
          <Trans>
            No backend?{' '}
            <TextLink to="/integration-guide" hash="links">
              Send the link from the portal
            </TextLink>{' '}
            by email or as a QR code, or print a poster for many people.
          </Trans>
        </p>
      </div>
    </section>
  );
}

type StepProps = { number: number; title: string; call: string; answer: string; children: ReactNode };

function Step({ number, title, call, answer, children }: StepProps) {
  const { t } = useLingui();
  return (
    <li className="grid gap-6 lg:grid-cols-[3fr_5fr_5fr] lg:gap-8">
      <div>
        <p aria-hidden="true" className="font-mono text-sm text-accent">
          {number}
        </p>
        <h3 className="display mt-1 text-xl">{title}</h3>
        <p className="mt-3 measure text-muted">{children}</p>
      </div>
      <CodeBlock tabs={codeSample(call)} label={t`Call`} />
      <CodeBlock tabs={codeSample(answer)} />
    </li>
  );
}

function Reasons() {
  const { t } = useLingui();
  const shown = [t`Data capture`, t`Authenticity`, t`Clone protection`];
  const rows = useDifferences().filter(({ name }) => shown.includes(name));
  return (
    <section aria-labelledby="reasons" className="page py-20">
      <Heading id="reasons" label={t`Why the chip`}>
        <Trans>A picture can be edited without a trace. Signed data cannot.</Trans>
      </Heading>
      <p aria-hidden="true" className={`${columnsClass} mt-10 pb-3 max-md:hidden`}>
        <span className="caps col-start-2 pl-8">{t`Chip over NFC`}</span>
        <span className="caps">{t`Picture of the document`}</span>
      </p>
      <ul className="divide-y divide-hairline border-y border-hairline max-md:mt-10">
        {rows.map(({ name, chip, photo }) => (
          <li key={name} className={`${columnsClass} gap-y-3 py-6`}>
            <h3 className="display text-lg">{name}</h3>
            <p className="flex gap-3">
              <Icon name="check" className="mt-1 size-5 text-accent" />
              <span className="text-balance">
                <span className="caps block md:sr-only">{t`Chip over NFC`}</span>
                {chip}
              </span>
            </p>
            <p className="pl-8 text-balance text-muted md:pl-0">
              <span className="caps block md:sr-only">{t`Picture of the document`}</span>
              {photo}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap items-baseline justify-between gap-4">
        <p className="measure text-muted">{t`Helps you meet KYC and AML obligations to identify your customers.`}</p>
        <MoreLink to="/compare">{t`All nine differences`}</MoreLink>
      </div>
    </section>
  );
}

/** Columns for the name of a check, the chip and the picture. On a phone they are stacked, and the chip and the picture have labels. */
const columnsClass = 'grid gap-x-8 md:grid-cols-[10rem_1fr_1fr]';

function Price() {
  const { t, i18n } = useLingui();
  const usd = (amount: string) => formatUsd(amount, i18n.locale);
  const fee = usd(standard.monthly_commitment);
  const free = formatCount(facts.free_verifications, i18n.locale);
  return (
    <section aria-labelledby="price" className="relative overflow-hidden border-t border-hairline">
      <Guilloche
        name="price"
        className="absolute -right-72 -bottom-96 -z-10 size-[40rem] text-accent opacity-15 sm:-right-56 sm:-bottom-72"
      />
      <div className="page py-20">
        <Heading id="price" label={t`Price`}>{t`You pay only for verified identities`}</Heading>
        <div className="mt-10 grid gap-x-16 gap-y-10 sm:grid-cols-2">
          <Plan name="Starter" price={usd(starter.unit_price)}>
            <li>{t`No service fee`}</li>
            <li>{t`First ${free} verifications free`}</li>
          </Plan>
          <Plan name="Standard" price={usd(standard.unit_price)}>
            <li>{t`Service fee ${fee} per month`}</li>
            <li>{t`No free trial`}</li>
          </Plan>
        </div>
        <p className="with-liveness mt-10 measure text-muted">
          <Trans>
            Free on both plans: failed or rejected identities, 1:1 facial verification, liveness detection, facial
            spoofing detection, age verification. Faces are verified by {faces.provider}. Billed monthly, prices in USD.
          </Trans>
        </p>
        <p className="with-face without-liveness mt-10 measure text-muted">
          <Trans>
            Free on both plans: failed or rejected identities, 1:1 facial verification by {faces.provider}, age
            verification. Billed monthly, prices in USD.
          </Trans>
        </p>
        <p className="without-face mt-10 measure text-muted">
          <Trans>
            Free on both plans: failed or rejected identities, age verification. Billed monthly, prices in USD.
          </Trans>
        </p>
        <MoreLink to="/pricing">{t`Compare plans`}</MoreLink>
      </div>
    </section>
  );
}

function Plan({ name, price, children }: { name: string; price: string; children: ReactNode }) {
  return (
    <div className="border-t-2 border-accent pt-4">
      <h3 className="caps">{name}</h3>
      <p className="mt-2 font-mono text-3xl text-ink">{price}</p>
      <p className="text-sm text-muted">
        <Trans>per verified identity</Trans>
      </p>
      <ul className="mt-4 divide-y divide-hairline border-y border-hairline text-sm *:py-2">{children}</ul>
    </div>
  );
}

function Developers() {
  const { t, i18n } = useLingui();
  const free = formatCount(facts.free_verifications, i18n.locale);
  return (
    <section aria-labelledby="developers" className="border-t border-hairline bg-sunken">
      <GuillocheBand name="developers" className="text-accent opacity-30" />
      <div className="page grid items-start gap-10 pt-8 pb-20 lg:grid-cols-2">
        <div>
          <Heading id="developers" label={t`For developers`}>{t`From an empty folder to a verified person`}</Heading>
          <p className="mt-4 measure text-muted">
            <Trans>
              There is no sandbox to outgrow: your first {free} verifications are free, in production. The demo takes
              specimen documents and costs nothing.
            </Trans>
          </p>
          <div className="mt-6 flex flex-wrap gap-x-8 gap-y-2">
            <MoreLink to="/integration-guide">{t`Integration guide`}</MoreLink>
            <MoreLink to="/api-reference">{t`API reference`}</MoreLink>
            <MoreLink to="/demo">{t`Demo`}</MoreLink>
          </div>
        </div>
        <CodeBlock label={t`Quick start`} tabs={codeSample('install')} />
      </div>
    </section>
  );
}

function Coverage() {
  const { t } = useLingui();
  return (
    <section className="page pt-20">
      <div className="flex flex-wrap items-baseline justify-between gap-x-16">
        <CoveredPersons />
        <MoreLink to="/coverage">{t`Search for a country`}</MoreLink>
      </div>
      <WorldMap shades={coverageShades} className="mt-10" />
    </section>
  );
}

function OnThePhone() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="phone" className="border-t border-hairline bg-sunken py-20">
      <div className="page grid items-center gap-x-20 gap-y-12 lg:grid-cols-[5fr_6fr]">
        <div className="lg:order-last">
          <Heading id="phone" label={t`For the person`}>{t`Hold the phone to the passport`}</Heading>
          <p className="mt-4 measure text-muted">
            <Trans>
              Your link opens on the phone. The camera reads the printed lines, which unlock the chip; the phone stays
              on the document until the files are read. Nothing is typed, and no picture of the document is sent.
            </Trans>
          </p>
          <MoreLink to="/biometric">{t`What the chip holds`}</MoreLink>
        </div>
        <PhoneOnPassport label={t`Drawing of a phone on a closed passport. Four of its five marks are set.`} />
      </div>
    </section>
  );
}
