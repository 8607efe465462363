import { useLingui } from '@lingui/react/macro';
import type { GetStarted as Steps } from '@sigill/sdk/portal';
import { dashboardGetStartedOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/role';
import { facts } from '../../content/facts';
import { Accordion } from '../../ui/Accordion';
import { Icon } from '../../ui/Icon';
import { Load } from '../loading/Load';
import { ButtonLink } from '../navigation/LocaleLink';
import { usePanels } from './later-panels';

const grid = 'grid gap-x-14 gap-y-12 xl:grid-cols-[7fr_4fr]';

/** Getting started comes first until it is done. Then it folds away and the figures take its place. */
export function Arrangement({ children }: { children: ReactNode }) {
  const mayStart = useMay('user.create_service_user');
  const mayBill = useMay('billing.self');
  const trial = mayBill && (
    <Load lines={4}>
      <Later panel="TrialRing" />
    </Load>
  );
  if (mayStart) return <WithFirstSteps trial={trial}>{children}</WithFirstSteps>;
  return <FiguresFirst beside={trial}>{children}</FiguresFirst>;
}

function WithFirstSteps({ trial, children }: { trial: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const { data: done } = useSuspenseQuery(dashboardGetStartedOptions());
  if (Object.values(done).every(Boolean))
    return (
      <FiguresFirst
        beside={
          <details className="group border-t border-hairline pt-5">
            <summary className="flex list-none items-center gap-3 hover:text-accent">
              <h2 className="display text-lg">{t`Get started`}</h2>
              <span className="text-sm text-accent">{t`Done`}</span>
              <Icon name="chevron" className="ml-auto size-5 transition-transform group-open:rotate-180" />
            </summary>
            <div className="mt-5">
              <GetStarted done={done} />
            </div>
          </details>
        }
      >
        {children}
      </FiguresFirst>
    );
  return (
    <>
      <div className={`mb-16 ${grid}`}>
        <section aria-labelledby="get-started" className="min-w-0">
          <h2 id="get-started" className="display mb-5 text-lg">{t`Get started`}</h2>
          <GetStarted done={done} />
        </section>
        <div className="space-y-10">
          {trial}
          <Usage />
        </div>
      </div>
      {children}
    </>
  );
}

const FiguresFirst = ({ beside, children }: { beside: ReactNode; children: ReactNode }) => (
  <>
    {children}
    <div className={`mt-16 ${grid}`}>
      <Usage />
      {beside}
    </div>
  </>
);

function Usage() {
  const { t } = useLingui();
  return (
    <section aria-labelledby="usage" className="min-w-0 border-t border-hairline pt-5">
      <h2 id="usage" className="display mb-4 text-lg">{t`Usage`}</h2>
      <Load lines={3}>
        <Later panel="UsageTotals" />
      </Load>
    </section>
  );
}

function Later({ panel }: { panel: 'TrialRing' | 'UsageTotals' }) {
  const Panel = usePanels()[panel];
  return <Panel />;
}

/** The first four steps of an account. Completed ones are checked, and the first of the others is open. */
function GetStarted({ done }: { done: Steps }) {
  const { t } = useLingui();
  const [chosen, choose] = useState<{ id: string | undefined }>();
  const steps = [
    {
      id: 'verify-email',
      title: t`Verify your email`,
      completed: done.email_verified,
      text: t`Enter the code we emailed you to confirm your address. Sessions can be created after that.`,
      links: [{ to: '/verify-email', name: t`Verify email` }],
    },
    {
      id: 'generate-credentials',
      title: t`Generate API credentials`,
      completed: done.credentials_generated,
      text: t`A public key and a secret let your backend create sessions.`,
      links: [{ to: '/add-keys', name: t`Add new API keys` }],
    },
    {
      id: 'integrate',
      title: t`Integrate and verify your first passport or ID`,
      completed: done.integrated,
      text: t`Create a session from your backend, send the person to its link, and read the result. The first ${facts.free_verifications} are free.`,
      links: [
        { to: '/api-reference', hash: 'session.create', name: t`API reference` },
        { to: '/demo', name: t`Try the demo` },
      ],
    },
    {
      id: 'enable-billing',
      title: t`Enable billing`,
      completed: done.billing_enabled,
      text: t`Continue after the trial. You pay only for verified identities.`,
      links: [{ to: '/enable-billing', name: t`Enable billing` }],
    },
  ];
  const first = steps.find((step) => !step.completed)?.id;
  return (
    <Accordion
      steps
      sections={steps.map(({ text, links, ...step }) => ({
        ...step,
        content: (
          <>
            <p className="mb-4 text-muted">{text}</p>
            <div className="flex flex-wrap gap-3">
              {links.map(({ name, ...link }, index) => (
                <ButtonLink key={name} {...link} size="small" variant={index === 0 ? 'primary' : 'secondary'}>
                  {name}
                </ButtonLink>
              ))}
            </div>
          </>
        ),
      }))}
      open={chosen ? chosen.id : first}
      onOpenChange={(id) => choose({ id })}
    />
  );
}
