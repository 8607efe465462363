import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/ios-integration-guide')({
  loader: ({ location }) => loadGuide('ios-integration-guide', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/ios-integration-guide" document={Route.useLoaderData()} />,
});
