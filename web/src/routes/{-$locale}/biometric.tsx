import { createFileRoute } from '@tanstack/react-router';
import { BiometricPage } from '../../features/marketing/BiometricPage';

export const Route = createFileRoute('/{-$locale}/biometric')({ component: BiometricPage });
