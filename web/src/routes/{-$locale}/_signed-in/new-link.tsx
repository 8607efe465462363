import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { About, FormPage } from '../../../features/forms/FormPage';
import { LinkForm } from '../../../features/links/LinkForm';
import { loadPolicies } from '../../../features/new-verification/OptionFields';

export const Route = createFileRoute('/{-$locale}/_signed-in/new-link')({
  loader: ({ context: { queryClient } }) => loadPolicies(queryClient),
  component: NewLinkPage,
});

function NewLinkPage() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/links', name: t`Reusable links` }}
      title={t`New reusable link`}
      lead={t`At most 50 people can use it at the same time. Each has an hour to finish.`}
      about={
        <About
          title={t`What happens next`}
          numbered
          items={[
            t`You get an address to send or publish, and a poster with its QR code to print.`,
            t`Each person who opens it starts a session and reads a document with a phone.`,
            t`The sessions appear in your list with the name of the link, and the link counts them.`,
          ]}
        />
      }
    >
      <LinkForm />
    </FormPage>
  );
}
