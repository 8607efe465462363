import { createFileRoute } from '@tanstack/react-router';
import { ErrorsPage } from '../../features/reference/ErrorsPage';
import { loadErrors } from '../../features/reference/reference';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/api-reference/errors')({
  beforeLoad: ({ location }) => activate(localeOf(location.pathname), 'reference'),
  loader: loadErrors,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <ErrorsPage errors={Route.useLoaderData()} />,
});
