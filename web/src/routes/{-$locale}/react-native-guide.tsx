import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/react-native-guide')({
  loader: ({ location }) => loadGuide('react-native-guide', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/react-native-guide" document={Route.useLoaderData()} />,
});
