import { createFileRoute } from '@tanstack/react-router';
import { DeveloperPage } from '../../features/marketing/DeveloperPage';

export const Route = createFileRoute('/{-$locale}/developer')({ component: DeveloperPage });
