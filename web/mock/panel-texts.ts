/** The words of the panel. They are not in the site's catalogs, so that no build carries them. */
import type { mockScenarios } from '../../openapi/facts/mock-scenarios';

type Group = keyof typeof mockScenarios;
type Name = (typeof mockScenarios)[Group][number];

interface Texts {
  title: string;
  /** Before the code. */
  code: string;
  reason: string;
  close: string;
  groups: Record<Group, string>;
  names: Record<Name, string>;
}

export const panelTexts: Record<'en' | 'es', Texts> = {
  en: {
    title: 'Mock',
    code: 'Every password and key is right. The code in every mail is',
    reason: 'Reason',
    close: 'Close',
    groups: {
      session: 'How a session ends',
      account: 'How the account stands',
      service: 'How the service answers',
    },
    names: {
      approved: 'Approved',
      rejected: 'Rejected',
      failed: 'Failed',
      aborted: 'Aborted',
      trial_over: 'Trial over',
      credit_exhausted: 'Credit used up',
      no_payment_method: 'No payment method',
      empty_account: 'Empty account',
      slow: 'Slowly',
      rate_limited: 'Too many requests',
      unavailable: 'Unavailable',
      signed_out: 'Sign-in ended',
      offline: 'Not at all',
    },
  },
  es: {
    title: 'Simulación',
    code: 'Toda contraseña y toda clave es correcta. El código de cada correo es',
    reason: 'Motivo',
    close: 'Cerrar',
    groups: {
      session: 'Cómo termina una sesión',
      account: 'Cómo está la cuenta',
      service: 'Cómo responde el servicio',
    },
    names: {
      approved: 'Aprobada',
      rejected: 'Rechazada',
      failed: 'Fallida',
      aborted: 'Cancelada',
      trial_over: 'Prueba terminada',
      credit_exhausted: 'Crédito agotado',
      no_payment_method: 'Sin método de pago',
      empty_account: 'Cuenta vacía',
      slow: 'Despacio',
      rate_limited: 'Demasiadas peticiones',
      unavailable: 'No disponible',
      signed_out: 'Acceso caducado',
      offline: 'Nada',
    },
  },
};
