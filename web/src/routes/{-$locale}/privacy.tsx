import { createFileRoute } from '@tanstack/react-router';
import { loadLegalTexts, PrivacyPage } from '../../features/legal/LegalPage';
import { localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/privacy')({
  loader: ({ location }) => loadLegalTexts('privacy', localeOf(location.pathname)),
  staleTime: Number.POSITIVE_INFINITY,
  component: () => <PrivacyPage texts={Route.useLoaderData()} />,
});
