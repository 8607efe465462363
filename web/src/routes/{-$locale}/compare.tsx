import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '../../features/marketing/ComparePage';

export const Route = createFileRoute('/{-$locale}/compare')({ component: ComparePage });
