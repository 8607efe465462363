import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../../features/status/StatusPage';

export const Route = createFileRoute('/{-$locale}/status')({ component: StatusPage });
