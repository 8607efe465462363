/** The texts of all emails. A template is one entry per language; the layout is shared. */
import { attemptFailureIn } from '../../openapi/facts/attempt-failures.ts';
import { product_name } from '../../openapi/facts/product.ts';
import { terms } from '../../openapi/facts/terms.ts';
import { type Block, renderHtml, renderText } from './layout.ts';
import type { Locale } from './locale.ts';

/** Amounts are decimal strings and dates are days, as everywhere. Each language has its own format. */
export interface TemplateValues {
  verify_email: { code: string };
  recover: { code: string };
  password_changed: Record<never, never>;
  /** `link` undoes the change, if the previous address was verified. */
  email_changed: { link?: string };
  sign_in_method_changed: { change: SignInChange };
  recovery_code_used: { left: number };
  /** `time` is the time of the sign-in. Browser and system are included if known. */
  new_device: { method: SignInMethod; time: string; browser?: string; system?: string; link: string };
  invite: { link: string; inviter?: string };
  bill: { amount: string; from: string; to: string; link: string; payment: 'charge' | 'invoice' | 'none' };
  payment_failed: { amount: string; next: string; link: string };
  billing_inactive: { amount: string; link: string };
  billing_cancelled: { link: string };
  trial_ended: { link: string };
  /** How much of the cap a cycle's sessions have used. At 100 percent no further session fits. */
  spending_alert: { percent: number; cost: string; cap: string; until: string; link: string };
  /** `since` is a time. Contains either the status of the last response, or why there was none. */
  callbacks_failing: {
    host: string;
    since: string;
    failures: number;
    status?: number;
    error?: string;
    link: string;
    guide: string;
  };
  callbacks_arrive_again: { host: string; link: string };
}

export type SignInChange =
  | 'totp_on'
  | 'totp_off'
  | 'recovery_codes'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factors_reset';

export type SignInMethod = 'password' | 'passkey' | 'google' | 'microsoft';

export type Template = keyof TemplateValues;
export type BillingTemplate = 'bill' | 'payment_failed' | 'billing_inactive' | 'billing_cancelled' | 'trial_ended';

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

type MailText = [subject: string, ...body: Block[]];

type Templates = { [Name in Template]: (values: TemplateValues[Name]) => MailText };

const [usd, usdEs] = [usdIn('en'), usdIn('es')];
const [day, dayEs] = [dayIn('en'), dayIn('es')];
const [moment, momentEs] = [momentIn('en'), momentIn('es')];

const NOT_YOU = 'If this wasn’t you, reset your password now with "Forgot password?" on the sign-in page';
const NOT_YOU_ES =
  'Si no has sido tú, establece una nueva contraseña ahora mismo con «¿Has olvidado la contraseña?» en la página de inicio de sesión';

const templates: Record<Locale, Templates> = {
  en: {
    verify_email: ({ code }) => [
      `Verify your email for ${product_name}`,
      'Enter this code to verify your email address:',
      { code },
      'The code expires in 10 minutes.',
      'If you did not request it, you can ignore this email.',
    ],
    recover: ({ code }) => [
      `Set a new password for ${product_name}`,
      'Enter this code to set a new password:',
      { code },
      'The code expires in 10 minutes. Never share it: we will not ask you for it.',
      'If you did not request it, you can ignore this email. Your password stays the same.',
    ],
    password_changed: () => [
      `Your ${product_name} password was changed`,
      'Your password was just changed, and all your other sign-ins were ended.',
      `${NOT_YOU}.`,
    ],
    email_changed: ({ link }) => [
      `Your ${product_name} email address was changed`,
      ...(link === undefined
        ? [
            'The email address for your account was just changed. This address is no longer used.',
            'If this wasn’t you, contact support now.',
          ]
        : [
            'Someone entered a new email address for your account. It replaces this one as soon as it is verified.',
            'If this wasn’t you, undo the change. The link works once, for 72 hours, and ends all sign-ins.',
            { link, label: 'Undo the change' },
          ]),
    ],
    sign_in_method_changed: ({ change }) => [
      `Your ${product_name} sign-in methods have changed`,
      {
        totp_on:
          'An authenticator app was added to your account. From now on, signing in with your password also requires a code from the app.',
        totp_off: 'The authenticator app was removed from your account, with its recovery codes.',
        passkey_added:
          'A passkey was added to your account. Anyone who can unlock the device that holds it can sign in.',
        passkey_removed: 'A passkey was removed from your account. It can no longer be used to sign in.',
        recovery_codes: 'New recovery codes were created for your account. Earlier codes no longer work.',
        factors_reset:
          'A service operator removed the authenticator app, the passkeys and the recovery codes from your account and ended all sign-ins. Sign in with your password, then set up a second factor again.',
      }[change],
      `${NOT_YOU}. This ends all sign-ins.`,
    ],
    recovery_code_used: ({ left }) => [
      `A recovery code for ${product_name} was used`,
      `Someone signed in to your account with your password and a recovery code. ${left === 1 ? '1 code is left' : `${left} codes are left`}.`,
      `${NOT_YOU}, then create new codes.`,
    ],
    new_device: ({ method, time, browser, system, link }) => [
      `New sign-in to ${product_name}`,
      `On ${moment(time)}, someone signed in to your account with ${
        { password: 'your password', passkey: 'a passkey', google: 'Google', microsoft: 'Microsoft' }[method]
      }, in ${browser ?? 'an unknown browser'}${system ? ` on ${system}` : ''}.`,
      'This browser had not signed in to your account before, or not since your password was last set. If this was you, you can ignore this email.',
      {
        password: 'If this wasn’t you, end that sign-in and change your password.',
        passkey: 'If this wasn’t you, end that sign-in and remove the passkey.',
        google: 'If this wasn’t you, end that sign-in and secure your Google account.',
        microsoft: 'If this wasn’t you, end that sign-in and secure your Microsoft account.',
      }[method],
      { link, label: 'Review your sign-ins' },
    ],
    invite: ({ link, inviter }) => [
      `You are invited to ${product_name}`,
      `${inviter ?? 'Someone'} invited you to join their account on ${product_name}.`,
      { link, label: 'Accept the invitation' },
      'The link works once, for 7 days. If you were not expecting it, you can ignore this email.',
    ],
    bill: ({ amount, from, to, link, payment }) => [
      `Your ${product_name} bill of ${day(to)}`,
      `Your bill for ${day(from)} to ${day(to)} comes to ${usd(amount)}.`,
      {
        charge: 'We will charge your primary payment method. You do not need to do anything.',
        invoice: `Please pay it within ${terms.invoice_days} days, as agreed.`,
        none: 'We will charge it once billing is enabled.',
      }[payment],
      { link, label: 'View the bill' },
    ],
    payment_failed: ({ amount, next, link }) => [
      `A payment for ${product_name} failed`,
      `We could not charge ${usd(amount)} to your card. We will try again on ${day(next)}.`,
      'Add another card and make it primary, or ask your bank whether it declined the charge. Until then, sessions work as usual.',
      { link, label: 'Manage payment methods' },
    ],
    billing_inactive: ({ amount, link }) => [
      `Billing for ${product_name} is inactive`,
      `We could not charge ${usd(amount)} and have stopped trying. New sessions are refused; everything else stays available.`,
      'Add a card, make it primary and enable billing: any outstanding amount is charged then, and sessions work again.',
      { link, label: 'Open billing' },
    ],
    billing_cancelled: ({ link }) => [
      `Billing for ${product_name} has ended`,
      'Your cancellation has taken effect: new sessions are refused. Existing sessions and bills stay available.',
      'You can enable billing again at any time.',
      { link, label: 'Open billing' },
    ],
    trial_ended: ({ link }) => [
      `Your ${product_name} trial is over`,
      `Your ${terms.trial_days}-day trial is over, and new sessions are refused. Enable billing to continue; any remaining credit is used first.`,
      { link, label: 'Enable billing' },
    ],
    spending_alert: ({ percent, cost, cap, until, link }) => [
      percent === 100
        ? `Your ${product_name} account has reached its spending cap`
        : `Your ${product_name} account has used ${percent}% of its spending cap`,
      `${percent === 100 ? 'The spending cap is reached' : `${percent}% of the spending cap is used`}: sessions in this billing cycle have cost ${usd(cost)} so far, and the cap is ${usd(cap)}, before VAT.`,
      percent === 100
        ? `Another session would exceed it, so new sessions are refused until ${day(until)} has passed or you raise the cap.`
        : `New sessions are refused once it is reached. The cycle ends on ${day(until)}.`,
      { link, label: 'Open billing' },
    ],
    callbacks_failing: ({ host, since, failures, status, error, link, guide }) => [
      `Callbacks to ${host} keep failing`,
      `No callback has reached ${host} since ${moment(since)}. The last ${failures} attempts failed.`,
      status === undefined ? `The last error: ${error}.` : `The last response had status ${status}.`,
      'Each callback is attempted six times within about 80 minutes. You can resend a failed one from its page, and session.get always returns the current state.',
      { link, label: 'Check delivery health' },
      'Sessions that ended in the meantime are in the portal, each with its result. The guide explains the codes of failed sessions, and what the person and your company can do.',
      { link: guide, label: 'Failure guide', lookup: true },
    ],
    callbacks_arrive_again: ({ host, link }) => [
      `Callbacks to ${host} are working again`,
      `${host} has just accepted a callback. Callbacks that failed before are not resent automatically.`,
      { link, label: 'View failed callbacks' },
    ],
  },
  es: {
    verify_email: ({ code }) => [
      `Verifica tu correo en ${product_name}`,
      'Introduce este código para verificar tu dirección de correo:',
      { code },
      'El código es válido durante 10 minutos.',
      'Si no lo has pedido, puedes ignorar este mensaje.',
    ],
    recover: ({ code }) => [
      `Establece una nueva contraseña en ${product_name}`,
      'Introduce este código para establecer una nueva contraseña:',
      { code },
      'El código es válido durante 10 minutos. No se lo des a nadie: nosotros no te lo pediremos.',
      'Si no lo has pedido, puedes ignorar este mensaje. Tu contraseña no cambia.',
    ],
    password_changed: () => [
      `Se ha cambiado tu contraseña de ${product_name}`,
      'La contraseña de tu cuenta se acaba de cambiar y se han cerrado las demás sesiones.',
      `${NOT_YOU_ES}.`,
    ],
    email_changed: ({ link }) => [
      `Se ha cambiado tu correo de ${product_name}`,
      ...(link === undefined
        ? [
            'La dirección de correo de tu cuenta se acaba de cambiar. Esta dirección ya no se usa.',
            'Si no has sido tú, escribe enseguida al servicio de asistencia.',
          ]
        : [
            'Alguien ha indicado una nueva dirección de correo para tu cuenta. Sustituirá a esta en cuanto se verifique.',
            'Si no has sido tú, deshaz el cambio. El enlace funciona una vez, durante 72 horas, y cierra todos los inicios de sesión.',
            { link, label: 'Deshacer el cambio' },
          ]),
    ],
    sign_in_method_changed: ({ change }) => [
      `Ha cambiado cómo inicias sesión en ${product_name}`,
      {
        totp_on:
          'Se ha añadido una aplicación de autenticación a tu cuenta. A partir de ahora, al entrar con la contraseña se pide también un código de la aplicación.',
        totp_off: 'Se ha quitado la aplicación de autenticación de tu cuenta, junto con sus códigos de recuperación.',
        passkey_added:
          'Se ha añadido una clave de acceso a tu cuenta. Quien pueda desbloquear el dispositivo que la contiene puede iniciar sesión.',
        passkey_removed: 'Se ha quitado una clave de acceso de tu cuenta. Ya no sirve para iniciar sesión.',
        recovery_codes: 'Se han creado códigos de recuperación nuevos para tu cuenta. Los anteriores ya no sirven.',
        factors_reset:
          'Un operador del servicio ha quitado de tu cuenta la aplicación de autenticación, las claves de acceso y los códigos de recuperación, y ha cerrado todas las sesiones. Inicia sesión con tu contraseña y vuelve a configurar un segundo factor.',
      }[change],
      `${NOT_YOU_ES}: así se cierran todos los inicios de sesión.`,
    ],
    recovery_code_used: ({ left }) => [
      `Se ha usado un código de recuperación de ${product_name}`,
      `Alguien ha entrado en tu cuenta con tu contraseña y un código de recuperación. ${left === 1 ? 'Queda 1 código' : `Quedan ${left} códigos`}.`,
      `${NOT_YOU_ES} y crea códigos nuevos.`,
    ],
    new_device: ({ method, time, browser, system, link }) => [
      `Nuevo inicio de sesión en ${product_name}`,
      `El ${momentEs(time)}, alguien inició sesión en tu cuenta con ${
        { password: 'tu contraseña', passkey: 'una clave de acceso', google: 'Google', microsoft: 'Microsoft' }[method]
      }, en ${browser ?? 'un navegador desconocido'}${system ? ` para ${system}` : ''}.`,
      'Este navegador no había iniciado sesión en tu cuenta, o no desde que se estableció tu contraseña. Si has sido tú, puedes ignorar este mensaje.',
      {
        password: 'Si no has sido tú, cierra ese inicio de sesión y cambia tu contraseña.',
        passkey: 'Si no has sido tú, cierra ese inicio de sesión y quita la clave de acceso.',
        google: 'Si no has sido tú, cierra ese inicio de sesión y protege tu cuenta de Google.',
        microsoft: 'Si no has sido tú, cierra ese inicio de sesión y protege tu cuenta de Microsoft.',
      }[method],
      { link, label: 'Ver dónde has iniciado sesión' },
    ],
    invite: ({ link, inviter }) => [
      `Te han invitado a ${product_name}`,
      `${inviter ?? 'Alguien'} te ha invitado a unirte a su cuenta en ${product_name}.`,
      { link, label: 'Aceptar la invitación' },
      'El enlace funciona una vez, durante 7 días. Si no lo esperabas, puedes ignorar este mensaje.',
    ],
    bill: ({ amount, from, to, link, payment }) => [
      `Tu factura de ${product_name} del ${dayEs(to)}`,
      `Tu factura del ${dayEs(from)} al ${dayEs(to)} asciende a ${usdEs(amount)}.`,
      {
        charge: 'La cargaremos en tu método de pago principal. No tienes que hacer nada.',
        invoice: `Págala en un plazo de ${terms.invoice_days} días, según lo acordado.`,
        none: 'La cobraremos cuando se active la facturación.',
      }[payment],
      { link, label: 'Ver la factura' },
    ],
    payment_failed: ({ amount, next, link }) => [
      `Ha fallado un pago de ${product_name}`,
      `No hemos podido cobrar ${usdEs(amount)} en tu tarjeta. Lo intentaremos de nuevo el ${dayEs(next)}.`,
      'Añade otra tarjeta y conviértela en la principal, o pregunta a tu banco si ha rechazado el cargo. Hasta entonces las sesiones funcionan como siempre.',
      { link, label: 'Gestionar los métodos de pago' },
    ],
    billing_inactive: ({ amount, link }) => [
      `La facturación de ${product_name} está inactiva`,
      `No hemos podido cobrar ${usdEs(amount)} y hemos dejado de intentarlo. No se admiten sesiones nuevas; todo lo demás sigue igual.`,
      'Añade una tarjeta, conviértela en la principal y activa la facturación: entonces se cobrará lo pendiente y las sesiones volverán a funcionar.',
      { link, label: 'Abrir la facturación' },
    ],
    billing_cancelled: ({ link }) => [
      `La facturación de ${product_name} ha terminado`,
      'Tu cancelación ya es efectiva: no se admiten sesiones nuevas. Las sesiones y las facturas se pueden seguir consultando.',
      'Puedes volver a activar la facturación en cualquier momento.',
      { link, label: 'Abrir la facturación' },
    ],
    trial_ended: ({ link }) => [
      `Tu prueba de ${product_name} ha terminado`,
      `Los ${terms.trial_days} días de prueba han terminado y no se admiten sesiones nuevas. Activa la facturación para continuar; el crédito restante se usa primero.`,
      { link, label: 'Activar la facturación' },
    ],
    spending_alert: ({ percent, cost, cap, until, link }) => [
      percent === 100
        ? `Se ha alcanzado el límite de gasto de tu cuenta de ${product_name}`
        : `Se ha usado el ${percent} % del límite de gasto de tu cuenta de ${product_name}`,
      `${percent === 100 ? 'Se ha alcanzado el límite de gasto' : `Se ha usado el ${percent} % del límite de gasto`}: las sesiones de este ciclo de facturación han costado ${usdEs(cost)} hasta ahora y el límite es de ${usdEs(cap)}, sin IVA.`,
      percent === 100
        ? `Otra sesión lo superaría, así que no se admiten sesiones nuevas hasta que pase el ${dayEs(until)} o hasta que subas el límite.`
        : `Cuando se alcance, no se admitirán sesiones nuevas. El ciclo termina el ${dayEs(until)}.`,
      { link, label: 'Abrir la facturación' },
    ],
    callbacks_failing: ({ host, since, failures, status, error, link, guide }) => [
      `Los callbacks a ${host} no llegan`,
      `Ningún callback ha llegado a ${host} desde el ${momentEs(since)}. Han fallado ${failures} intentos seguidos.`,
      status === undefined
        ? `El último error: ${attemptFailureIn('es', error ?? '')}.`
        : `La última respuesta tenía el estado ${status}.`,
      'Cada callback se intenta seis veces en unos 80 minutos. Los que han fallado se pueden volver a enviar desde su página, y session.get siempre devuelve el estado actual.',
      { link, label: 'Ver el estado de las entregas' },
      'Las sesiones que terminaron mientras tanto están en el portal, cada una con su resultado. La guía explica los códigos de las que fallaron y qué pueden hacer la persona y tu empresa.',
      { link: guide, label: 'Guía de fallos', lookup: true },
    ],
    callbacks_arrive_again: ({ host, link }) => [
      `Los callbacks a ${host} vuelven a llegar`,
      `${host} acaba de aceptar un callback. Los que fallaron antes no se vuelven a enviar automáticamente.`,
      { link, label: 'Ver los que fallaron' },
    ],
  },
};

export function renderMail<Name extends Template>(locale: Locale, template: Name, values: TemplateValues[Name]): Mail {
  const [subject, ...body] = templates[locale][template](values);
  const letter = { locale, product: product_name, subject, body };
  return { subject, text: renderText(letter), html: renderHtml(letter) };
}

/** `118.75` is USD 118.75 in English and 118,75 USD in Spanish. */
function usdIn(locale: Locale): (amount: string) => string {
  const options = { style: 'currency', currency: 'USD', currencyDisplay: 'code' } as const;
  return (amount) => new Intl.NumberFormat(locale, options).format(amount as Intl.StringNumericLiteral);
}

function dayIn(locale: Locale): (day: string) => string {
  return (day) => new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
}

/** In UTC, since the reader's time zone is unknown. */
function momentIn(locale: Locale): (time: string) => string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return (time) => `${new Date(time).toLocaleString(locale, options)} UTC`;
}
