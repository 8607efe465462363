import { createFileRoute } from '@tanstack/react-router';
import { ApiReference } from '../../features/reference/ApiReference';
import { loadReference } from '../../features/reference/reference';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/api-reference')({
  beforeLoad: ({ location }) => activate(localeOf(location.pathname), 'app'),
  loader: loadReference,
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <ApiReference reference={Route.useLoaderData()} />,
});
