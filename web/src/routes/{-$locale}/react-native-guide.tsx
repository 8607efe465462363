import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/react-native-guide')({
  loader: async ({ location }) => {
    const locale = localeOf(location.pathname);
    const [guide] = await Promise.all([loadGuide('react-native-guide', locale), activate(locale, 'guides')]);
    return guide;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/react-native-guide" document={Route.useLoaderData()} />,
});
