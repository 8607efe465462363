import { createFileRoute } from '@tanstack/react-router';
import { DocumentsPage } from '../../features/coverage/DocumentsPage';

export const Route = createFileRoute('/{-$locale}/supported-documents')({ component: DocumentsPage });
