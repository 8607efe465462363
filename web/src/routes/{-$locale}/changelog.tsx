import { createFileRoute } from '@tanstack/react-router';
import changelog from '../../../../sdk/client/CHANGELOG.md';
import { ChangelogPage } from '../../features/changelog/ChangelogPage';

export const Route = createFileRoute('/{-$locale}/changelog')({
  component: () => <ChangelogPage document={changelog} />,
});
