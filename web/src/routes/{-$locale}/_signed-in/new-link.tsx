import { useLingui } from '@lingui/react/macro';
import { merchantSelfOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { About } from '../../../features/forms/FormPage';
import { LinkForm } from '../../../features/links/LinkForm';
import { PosterPreview } from '../../../features/links/PosterPreview';
import { loadPolicies } from '../../../features/new-verification/OptionFields';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/new-link')({
  loader: ({ context }) => {
    context.prefetch(merchantSelfOptions());
    return loadPolicies(context.queryClient);
  },
  component: NewLinkPage,
});

function NewLinkPage() {
  const { t } = useLingui();
  return (
    <Page
      back={{ to: '/links', name: t`Reusable links` }}
      title={t`New reusable link`}
      lead={t`At most 50 people can use it at the same time. Each has an hour to finish.`}
    >
      <LinkForm
        preview={(link) => (
          <div className="min-w-0 space-y-10">
            <About
              title={t`What happens next`}
              numbered
              items={[
                t`You get an address to send or publish, and a poster with its QR code to print.`,
                t`Each person who opens it starts a session and reads a document with a phone.`,
                t`The sessions appear in your list with the name of the link, and the link counts them.`,
              ]}
            />
            <PosterPreview link={link} />
          </div>
        )}
      />
    </Page>
  );
}
