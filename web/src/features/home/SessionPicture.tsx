import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { StateMark } from '../../ui/Badge';
import { CheckMarks } from '../../ui/CheckMarks';
import { Guilloche, GuillocheBand } from '../../ui/Guilloche';
import { Heading } from '../marketing/Heading';
import { Portrait } from './Portrait';
import { useDrawnChecks } from './ReadingPassport';

export function Product() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="product" className="relative overflow-hidden pt-20">
      <GuillocheBand name="product" className="absolute bottom-0 -z-10 h-40 text-rose opacity-20" />
      <div className="page">
        <div className="grid items-end gap-x-16 gap-y-4 lg:grid-cols-2">
          <div>
            <Heading id="product" label={t`For you`}>{t`Every verdict with its evidence`}</Heading>
          </div>
          <p className="measure text-muted">
            <Trans>
              Every session has a page: who was verified, what each of the five checks found, when it happened, and what
              we sent to your server. After {facts.identity_data_hours} hours the person’s data is deleted and the
              verdict stays.
            </Trans>
          </p>
        </div>
        <SessionPicture />
      </div>
    </section>
  );
}

function SessionPicture() {
  const { t } = useLingui();
  return (
    <figure
      role="img"
      aria-label={t`Picture of a session page: a specimen passport, the five checks, and the steps from creation to the delivered callback.`}
      className="mt-12 overflow-hidden rounded-t-md border border-b-0 border-edge bg-paper"
    >
      <div aria-hidden="true">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-hairline px-5 py-4 sm:px-8">
          <p className="flex items-baseline gap-4">
            <span className="display text-xl">{t`Session`}</span>
            <span className="font-mono text-sm text-muted">4821930477261</span>
          </p>
          <StateMark tone="good">{t`Approved`}</StateMark>
        </div>
        <div className="grid gap-8 px-5 pt-8 sm:px-8 lg:grid-cols-[7fr_4fr] lg:gap-12">
          <div className="space-y-8">
            <DocumentCard />
            <CheckMarks checks={useDrawnChecks()} className="pb-8 sm:grid-cols-2" />
          </div>
          <Timeline />
        </div>
      </div>
    </figure>
  );
}

function DocumentCard() {
  const { t } = useLingui();
  return (
    <div className="relative isolate overflow-hidden rounded-md border border-edge bg-raised">
      <Guilloche
        name="document-4821930477261"
        className="absolute -top-28 -right-28 -z-10 size-96 text-rose opacity-20"
      />
      <p className="display border-b border-hairline px-5 py-3 text-lg">{t`Passport`}</p>
      <div className="grid gap-6 p-5 sm:grid-cols-[8.5rem_1fr]">
        <Portrait repeated className="aspect-[35/45] w-34 rounded-sm border border-hairline" />
        <div className="grid grid-cols-2 gap-x-6 gap-y-3 self-start">
          <Entry name={t`Surname`} value="Eriksson" />
          <Entry name={t`Given names`} value="Anna Maria" />
          <Entry name={t`Nationality`} value="Utopia" />
          <Entry name={t`Document number`} value="L898902C3" mono />
          <Entry name={t`Date of birth`} value="1990-08-12" mono />
          <Entry name={t`Expires`} value="2034-04-15" mono />
        </div>
      </div>
    </div>
  );
}

const Entry = ({ name, value, mono = false }: { name: ReactNode; value: string; mono?: boolean }) => (
  <div className="min-w-0 max-[22rem]:col-span-2">
    <p className="caps">{name}</p>
    <p translate="no" className={mono ? 'font-mono text-sm leading-7' : ''}>
      {value}
    </p>
  </div>
);

function Timeline() {
  const steps: [time: string, step: ReactNode][] = [
    ['09:30:00', <Trans key="created">Created by your server</Trans>],
    ['09:31:12', <Trans key="opened">Opened on the phone</Trans>],
    ['09:31:58', <Trans key="read">Chip read</Trans>],
    ['09:32:05', <Trans key="approved">Approved</Trans>],
    ['09:32:05', <Trans key="callback">Callback delivered, signed</Trans>],
  ];
  return (
    <div className="max-lg:hidden">
      <p className="caps">
        <Trans>What happened</Trans>
      </p>
      <ol className="mt-4 border-l border-accent">
        {steps.map(([time, step], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps share a time, and none ever moves.
          <li key={index} className="relative pb-6 pl-6">
            <span className="absolute top-2 -left-[4.5px] size-2 rounded-full bg-accent" />
            <span className="block text-sm">{step}</span>
            <span className="font-mono text-xs text-muted">{time}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
