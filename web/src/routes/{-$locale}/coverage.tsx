import { createFileRoute } from '@tanstack/react-router';
import { CoveragePage } from '../../features/coverage/CoveragePage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/coverage')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'coverage'),
  component: CoveragePage,
});
