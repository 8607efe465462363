import { createFileRoute } from '@tanstack/react-router';
import { GuidePage } from '../../features/guides/GuidePage';
import { loadGuide } from '../../features/guides/guides';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/reader-protocol')({
  loader: async ({ location }) => {
    const locale = localeOf(location.pathname);
    const [guide] = await Promise.all([loadGuide('reader-protocol', locale), activate(locale, 'guides')]);
    return guide;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <GuidePage path="/reader-protocol" document={Route.useLoaderData()} />,
});
