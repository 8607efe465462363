import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { otherNames } from '../../features/reference/other-names';
import { ResourcePage } from '../../features/reference/ResourcePage';
import { loadResource } from '../../features/reference/reference';

export const Route = createFileRoute('/{-$locale}/api-reference/$resource')({
  loader: async ({ params }) => {
    const meant = otherNames.get(params.resource);
    if (meant) {
      const { page: resource, hash } = meant;
      throw redirect({ to: '.', params: { ...params, resource }, ...(hash && { hash }), replace: true });
    }
    const resource = await loadResource(params.resource);
    if (!resource) throw notFound();
    return resource;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <ResourcePage resource={Route.useLoaderData()} />,
});
