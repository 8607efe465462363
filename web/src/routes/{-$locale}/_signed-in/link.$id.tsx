import { useLingui } from '@lingui/react/macro';
import { linkGetOptions, merchantSelfOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { LinkDetails } from '../../../features/links/LinkDetails';
import { Load } from '../../../features/loading/Load';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/link/$id')({
  params: idParam,
  loader: ({ context, params: { id } }) => {
    assertId(id);
    context.prefetch(linkGetOptions({ id }), merchantSelfOptions());
  },
  component: LinkPage,
});

function LinkPage() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  const title = t`Reusable link`;
  return (
    <Page
      back={{ to: '/links', name: t`Reusable links` }}
      title={title}
      heading={<span data-print="hidden">{title}</span>}
    >
      <Load lines={8} missing={t`There is no link with this id.`}>
        <LinkDetails id={id} />
      </Load>
    </Page>
  );
}
