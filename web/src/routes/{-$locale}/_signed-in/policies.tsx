import { Trans, useLingui } from '@lingui/react/macro';
import { policyListOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Load } from '../../../features/loading/Load';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { Policies, policyPage } from '../../../features/policies/Policies';

export const Route = createFileRoute('/{-$locale}/_signed-in/policies')({
  loader: ({ context }) => context.prefetch(policyListOptions(policyPage)),
  component: PoliciesScreen,
});

function PoliciesScreen() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/sessions', name: t`Sessions` }}
      title={t`Policies`}
      lead={
        <Trans>
          Named rules for sessions: which documents count, and what is kept of them. A session keeps the version it was
          created with.{' '}
          <TextLink to="/integration-guide" hash="policies">
            How to use a policy
          </TextLink>
        </Trans>
      }
    >
      <Load shape="table" lines={8}>
        <Policies />
      </Load>
    </Page>
  );
}
