import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { LinkForm } from '../../../features/links/LinkForm';
import { loadPolicies } from '../../../features/new-verification/OptionFields';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/new-link')({
  loader: ({ context: { queryClient } }) => loadPolicies(queryClient),
  component: NewLinkPage,
});

function NewLinkPage() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/links', name: t`Reusable links` }}
      title={t`New reusable link`}
      lead={t`At most 50 people can use it at the same time. Each has an hour to finish.`}
      narrow
    >
      <LinkForm />
    </Page>
  );
}
