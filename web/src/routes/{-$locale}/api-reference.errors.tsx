import { createFileRoute } from '@tanstack/react-router';
import { ErrorsPage } from '../../features/reference/ErrorsPage';
import { loadErrors } from '../../features/reference/reference';

export const Route = createFileRoute('/{-$locale}/api-reference/errors')({
  loader: loadErrors,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <ErrorsPage errors={Route.useLoaderData()} />,
});
