import { createFileRoute } from '@tanstack/react-router';
import { loadTypes } from '../../features/reference/reference';
import { TypesPage } from '../../features/reference/TypesPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/api-reference/types')({
  beforeLoad: ({ location }) => activate(localeOf(location.pathname), 'reference'),
  loader: loadTypes,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <TypesPage types={Route.useLoaderData()} />,
});
