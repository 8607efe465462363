import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { NewVerification } from '../../../features/new-verification/NewVerification';
import { loadPolicies } from '../../../features/new-verification/OptionFields';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/new-verification')({
  loader: ({ context: { queryClient } }) => loadPolicies(queryClient),
  component: NewVerificationPage,
});

function NewVerificationPage() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/sessions', name: t`Sessions` }}
      title={t`New verification`}
      lead={
        <Trans>
          A link for one person, valid for 24 hours. For many people, create a{' '}
          <TextLink to="/links">reusable link</TextLink>.
        </Trans>
      }
      narrow
    >
      <NewVerification />
    </Page>
  );
}
