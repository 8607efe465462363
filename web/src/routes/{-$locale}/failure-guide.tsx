import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/failure-guide')({
  loader: ({ location }) => loadGuide('failure-guide', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/failure-guide" document={Route.useLoaderData()} />,
});
