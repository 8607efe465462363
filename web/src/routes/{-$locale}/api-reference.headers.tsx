import { createFileRoute } from '@tanstack/react-router';
import { HeadersPage } from '../../features/reference/HeadersPage';
import { loadHeaders } from '../../features/reference/reference';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/api-reference/headers')({
  beforeLoad: ({ location }) => activate(localeOf(location.pathname), 'reference'),
  loader: loadHeaders,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <HeadersPage headers={Route.useLoaderData()} />,
});
