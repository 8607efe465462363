import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/marketing/SecurityPage';

export const Route = createFileRoute('/{-$locale}/security')({ component: SecurityPage });
