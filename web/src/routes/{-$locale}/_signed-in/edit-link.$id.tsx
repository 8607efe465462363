import { useLingui } from '@lingui/react/macro';
import { linkGetOptions, merchantSelfOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { LinkForm } from '../../../features/links/LinkForm';
import { PosterPreview } from '../../../features/links/PosterPreview';
import { Load } from '../../../features/loading/Load';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { loadPolicies } from '../../../features/new-verification/OptionFields';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/edit-link/$id')({
  params: idParam,
  loader: ({ context, params: { id } }) => {
    assertId(id);
    context.prefetch(linkGetOptions({ id }), merchantSelfOptions());
    return loadPolicies(context.queryClient);
  },
  component: EditLink,
});

function EditLink() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  return (
    <Page
      back={{ to: `/link/${id}`, name: t`Reusable link` }}
      title={t`Edit the link`}
      lead={t`The address and the QR code stay the same. Changes apply to everyone who starts from now on.`}
    >
      <Load lines={8} missing={t`There is no link with this id.`}>
        <Loaded id={id} />
      </Load>
    </Page>
  );
}

function Loaded({ id }: { id: number }) {
  const { data: link } = useSuspenseQuery(linkGetOptions({ id }));
  return <LinkForm link={link} preview={(link) => <PosterPreview link={link} />} />;
}
