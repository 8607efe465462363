import { createFileRoute, redirect } from '@tanstack/react-router';
import { ApiReference } from '../../features/reference/ApiReference';
import { loadErrors } from '../../features/reference/reference';

export const Route = createFileRoute('/{-$locale}/api-reference/')({
  async beforeLoad({ location, params }) {
    const { hash } = location;
    // Loaded on demand, because every screen loads the routes, which must not include the reference's outline.
    const resource = hash && (await import('../../features/reference/reference')).formerPlaceOf(hash);
    if (resource)
      throw redirect({
        to: '/{-$locale}/api-reference/$resource',
        params: { ...params, resource },
        hash,
        replace: true,
      });
  },
  loader: loadErrors,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <ApiReference errors={Route.useLoaderData()} />,
});
