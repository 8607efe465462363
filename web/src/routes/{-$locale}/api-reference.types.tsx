import { createFileRoute } from '@tanstack/react-router';
import { loadTypes } from '../../features/reference/reference';
import { TypesPage } from '../../features/reference/TypesPage';

export const Route = createFileRoute('/{-$locale}/api-reference/types')({
  loader: loadTypes,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <TypesPage types={Route.useLoaderData()} />,
});
