import { createFileRoute } from '@tanstack/react-router';
import { PricingPage } from '../../features/pricing/PricingPage';

export const Route = createFileRoute('/{-$locale}/pricing')({ component: PricingPage });
