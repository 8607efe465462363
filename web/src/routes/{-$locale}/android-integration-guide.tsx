import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/android-integration-guide')({
  loader: ({ location }) => loadGuide('android-integration-guide', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/android-integration-guide" document={Route.useLoaderData()} />,
});
