import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { About, FormPage } from '../../../features/forms/FormPage';
import { TextLink } from '../../../features/navigation/LocaleLink';
import { NewVerification } from '../../../features/new-verification/NewVerification';
import { loadPolicies } from '../../../features/new-verification/OptionFields';

export const Route = createFileRoute('/{-$locale}/_signed-in/new-verification')({
  loader: ({ context: { queryClient } }) => loadPolicies(queryClient),
  component: NewVerificationPage,
});

function NewVerificationPage() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/sessions', name: t`Sessions` }}
      title={t`New verification`}
      lead={
        <Trans>
          A link for one person, valid for 24 hours. For many people, create a{' '}
          <TextLink to="/links">reusable link</TextLink>.
        </Trans>
      }
      about={
        <About
          title={t`What happens next`}
          numbered
          items={[
            t`The person opens the link on a phone.`,
            t`The phone reads the chip of the passport or identity card.`,
            t`We check what it says, and the session’s page shows the result.`,
          ]}
        />
      }
    >
      <NewVerification />
    </FormPage>
  );
}
