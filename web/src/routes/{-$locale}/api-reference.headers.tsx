import { createFileRoute } from '@tanstack/react-router';
import { HeadersPage } from '../../features/reference/HeadersPage';
import { loadHeaders } from '../../features/reference/reference';

export const Route = createFileRoute('/{-$locale}/api-reference/headers')({
  loader: loadHeaders,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <HeadersPage headers={Route.useLoaderData()} />,
});
