import { createFileRoute } from '@tanstack/react-router';
import { TrustPage } from '../../features/trust/TrustPage';

export const Route = createFileRoute('/{-$locale}/trust')({ component: TrustPage });
