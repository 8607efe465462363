import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/web-integration-guide')({
  loader: ({ location }) => loadGuide('web-integration-guide', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/web-integration-guide" document={Route.useLoaderData()} />,
});
