import { createFileRoute } from '@tanstack/react-router';
import { DocumentsPage } from '../../features/coverage/DocumentsPage';
import { activate, localeOf } from '../../i18n/locale';

export const Route = createFileRoute('/{-$locale}/supported-documents')({
  loader: ({ location }) => activate(localeOf(location.pathname), 'coverage'),
  component: DocumentsPage,
});
