import { createFileRoute, notFound } from '@tanstack/react-router';
import { ResourcePage } from '../../features/reference/ResourcePage';
import { loadResource } from '../../features/reference/reference';

export const Route = createFileRoute('/{-$locale}/api-reference/$resource')({
  loader: async ({ params }) => {
    const resource = await loadResource(params.resource);
    if (!resource) throw notFound();
    return resource;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <ResourcePage resource={Route.useLoaderData()} />,
});
