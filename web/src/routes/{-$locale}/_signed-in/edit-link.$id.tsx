import { useLingui } from '@lingui/react/macro';
import { linkGetOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { LinkForm } from '../../../features/links/LinkForm';
import { Load } from '../../../features/loading/Load';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { loadPolicies } from '../../../features/new-verification/OptionFields';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/edit-link/$id')({
  params: idParam,
  loader: ({ context: { queryClient }, params: { id } }) => {
    assertId(id);
    void queryClient.prefetchQuery(linkGetOptions({ id }));
    return loadPolicies(queryClient);
  },
  component: EditLink,
});

function EditLink() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  return (
    <Page back={{ to: `/link/${id}`, name: t`Reusable link` }} title={t`Edit the link`} narrow>
      <Load lines={8} missing={t`There is no link with this id.`}>
        <Loaded id={id} />
      </Load>
    </Page>
  );
}

function Loaded({ id }: { id: number }) {
  const { data: link } = useSuspenseQuery(linkGetOptions({ id }));
  return <LinkForm link={link} />;
}
