import { createFileRoute } from '@tanstack/react-router';
import { CoveragePage } from '../../features/coverage/CoveragePage';

export const Route = createFileRoute('/{-$locale}/coverage')({ component: CoveragePage });
