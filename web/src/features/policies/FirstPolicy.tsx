import { useLingui } from '@lingui/react/macro';
import type { PolicyRules } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/CodeBlock';
import { Rules } from './Rules';

const example: PolicyRules = {
  document_types: ['PASSPORT', 'ID_CARD'],
  minimum_days_valid: 30,
  minimum_age: 18,
  require_clone_protection: true,
  claims: ['age_over_18'],
};
const code = `await sigill.session.create({
  policy: 'adults',
  reference: 'order-1042',
});`;

export function FirstPolicy({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const decisions = [
    [t`Which documents count`, t`Their types, issuing countries and remaining validity.`],
    [t`Who passes`, t`A minimum age, a face that matches, a chip that proves it is the original.`],
    [t`What is kept`, t`The full identity data, or only the answers you need.`],
  ];
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
      <section aria-labelledby="first-policy" className="min-w-0">
        <h2 id="first-policy" className="display text-xl">{t`What a policy decides`}</h2>
        <dl className="mt-6 mb-8 divide-y divide-hairline border-y border-hairline text-sm">
          {decisions.map(([name, what]) => (
            <div key={name} className="py-4">
              <dt className="font-medium">{name}</dt>
              <dd className="text-muted">{what}</dd>
            </div>
          ))}
        </dl>
        {children}
      </section>
      <section aria-labelledby="example-policy" className="min-w-0 space-y-4">
        <h2 id="example-policy" className="caps">{t`Example`}</h2>
        <div className="space-y-3 rounded-md border border-hairline bg-raised px-4 py-5">
          <h3 translate="no" className="font-mono">
            adults
          </h3>
          <Rules rules={example} />
        </div>
        <CodeBlock tabs={[{ label: t`Your backend`, code }]} />
      </section>
    </div>
  );
}
