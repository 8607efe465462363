import { useLingui } from '@lingui/react/macro';
import type { GetStarted as Steps } from '@sigill/sdk/portal';
import { dashboardGetStartedOptions, dashboardOverviewOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../api/role';
import { facts } from '../../content/facts';
import { Accordion } from '../../ui/Accordion';
import { Icon } from '../../ui/Icon';
import { Load } from '../loading/Load';
import { ButtonLink } from '../navigation/LocaleLink';
import { usePanels } from './later-panels';
import { hasNone } from './use-shown-kind';
import { usualWindow } from './windows';

const grid = 'grid gap-x-14 gap-y-12 xl:grid-cols-[7fr_4fr]';

export function Arrangement({ figures }: { figures: (children: ReactNode) => ReactNode }) {
  const mayStart = useMay('user.create_service_user');
  const mayBill = useMay('billing.self');
  return (
    <>
      {mayStart ? <WithFirstSteps figures={figures} /> : figures(null)}
      <div className={`mt-16 ${grid}`}>
        <Usage />
        {mayBill && (
          <Load lines={4}>
            <Later panel="TrialRing" />
          </Load>
        )}
      </div>
    </>
  );
}

function WithFirstSteps({ figures }: { figures: (children: ReactNode) => ReactNode }) {
  const { t } = useLingui();
  const { data: done } = useSuspenseQuery(dashboardGetStartedOptions());
  const hasTried = useHasTried();
  const { email_verified: _, ...work } = done;
  const begun = hasTried || Object.values(work).some(Boolean);
  return (
    <>
      {!begun && (
        <section aria-labelledby="get-started" className="mb-16 min-w-0">
          <h2 id="get-started" className="display mb-5 text-lg">{t`Get started`}</h2>
          <GetStarted done={done} />
        </section>
      )}
      {figures(begun ? <GetStartedLine done={done} /> : null)}
    </>
  );
}

/** The first result is kept while the screen is open, so that nothing moves. */
function useHasTried(): boolean {
  const days = usualWindow;
  const { data: real } = useSuspenseQuery(dashboardOverviewOptions({ days }));
  const none = hasNone(real, false);
  const { data } = useSuspenseQuery(dashboardOverviewOptions({ days, ...(none && { specimen: true }) }));
  const [hasTried] = useState(() => !hasNone(data, none));
  return hasTried;
}

const RING = 2 * Math.PI * 8;

function GetStartedLine({ done }: { done: Steps }) {
  const { t } = useLingui();
  const steps = useSteps(done);
  const completed = steps.filter((step) => step.completed).length;
  const next = steps.find((step) => !step.completed);
  return (
    <details
      open={next !== undefined}
      className="group/line mt-10 border-t border-hairline pt-3 not-open:border-b not-open:pb-3"
    >
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-3 hover:text-accent">
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0 -rotate-90" fill="none" strokeWidth="3">
          <circle cx="10" cy="10" r="8" className="stroke-hairline" />
          <circle
            cx="10"
            cy="10"
            r="8"
            strokeDasharray={`${(completed / steps.length) * RING} ${RING}`}
            className="stroke-accent"
          />
        </svg>
        <h2 className="text-sm font-medium">{t`Get started`}</h2>
        <span className="text-sm text-muted">
          {next ? t`${completed} of ${steps.length} done. Next: ${next.title}` : t`Done`}
        </span>
        <Icon name="chevron" className="ml-auto size-5 transition-transform group-open/line:rotate-180" />
      </summary>
      <div className="mt-5">
        <GetStarted done={done} />
      </div>
    </details>
  );
}

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

function useSteps(done: Steps) {
  const { t } = useLingui();
  return [
    {
      id: 'verify-email',
      title: t`Verify email`,
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
      title: t`Integrate and verify a first passport or ID`,
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
}

function GetStarted({ done }: { done: Steps }) {
  const [chosen, choose] = useState<{ id: string | undefined }>();
  const steps = useSteps(done);
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
