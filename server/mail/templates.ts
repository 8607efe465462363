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
    /** The address of the failure guide. */
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

/** How a user signed in. */
export type SignInMethod = 'password' | 'passkey' | 'google' | 'microsoft';

export type Template = keyof TemplateValues;
export type BillingTemplate = 'bill' | 'payment_failed' | 'billing_inactive' | 'billing_cancelled' | 'trial_ended';

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

interface MailText {
  subject: string;
  body: Block[];
}

type Templates = { [Name in Template]: (values: TemplateValues[Name]) => MailText };

const [usd, usdEs] = [usdIn('en'), usdIn('es')];
const [day, dayEs] = [dayIn('en'), dayIn('es')];
const [moment, momentEs] = [momentIn('en'), momentIn('es')];

const templates: Record<Locale, Templates> = {
  en: {
    verify_email: ({ code }) => ({
      subject: `Verify your email for ${product_name}`,
      body: [
        'Enter this code to verify your email address:',
        { code },
        'The code is valid for 10 minutes.',
        'If you did not ask for it, you can ignore this mail.',
      ],
    }),
    recover: ({ code }) => ({
      subject: `Set a new password for ${product_name}`,
      body: [
        'Enter this code to set a new password:',
        { code },
        'The code is valid for 10 minutes. Never give it to anyone: we will not ask for it.',
        'If you did not ask for it, you can ignore this mail. Your password stays as it is.',
      ],
    }),
    password_changed: () => ({
      subject: `Your ${product_name} password was changed`,
      body: [
        'The password of your account was just changed, and all other sign-ins were ended.',
        'If this was not you, set a new password at once with "Forgot password?" on the sign-in page.',
      ],
    }),
    email_changed: ({ link }) => ({
      subject: `Your ${product_name} email address was changed`,
      body:
        link === undefined
          ? [
              'The email address of your account was just changed. This address is no longer used for it.',
              'If this was not you, write to support at once.',
            ]
          : [
              'A new email address was just given for your account. It replaces this one as soon as it is confirmed.',
              'If this was not you, take the change back. The link works once, for 72 hours, and ends all sign-ins.',
              { link, label: 'This wasn’t me' },
            ],
    }),
    sign_in_method_changed: ({ change }) => ({
      subject: `How you sign in to ${product_name} was changed`,
      body: [
        {
          totp_on:
            'An authenticator app was added to your account. Signing in with the password asks for its code from now on.',
          totp_off: 'The authenticator app was removed from your account, with its recovery codes.',
          passkey_added: 'A passkey was added to your account. Whoever has its device and can unlock it can sign in.',
          passkey_removed: 'A passkey was removed from your account. It does not sign in any more.',
          recovery_codes: 'New recovery codes were made for your account. Those before do not work any more.',
          factors_reset:
            'An operator of the service removed the authenticator app, the passkeys and the recovery codes from your account and ended all sign-ins. Sign in with your password, then set up a second factor again.',
        }[change],
        'If this was not you, set a new password at once with "Forgot password?" on the sign-in page: it ends all sign-ins.',
      ],
    }),
    recovery_code_used: ({ left }) => ({
      subject: `A recovery code for ${product_name} was used`,
      body: [
        `Somebody signed in to your account with your password and a recovery code. ${left === 1 ? '1 code is left' : `${left} codes are left`}.`,
        'If this was not you, set a new password at once with "Forgot password?" on the sign-in page, then make new codes.',
      ],
    }),
    new_device: ({ method, time, browser, system, link }) => ({
      subject: `New sign-in to ${product_name}`,
      body: [
        `On ${moment(time)}, somebody signed in to your account with ${
          { password: 'the password', passkey: 'a passkey', google: 'Google', microsoft: 'Microsoft' }[method]
        }, in ${browser ?? 'a browser that did not give its name'}${system ? ` on ${system}` : ''}.`,
        'This browser had not signed in to it before, or not since your password was last set. If it was you, there is nothing to do.',
        {
          password: 'If it was not you, end that sign-in and change your password.',
          passkey: 'If it was not you, end that sign-in and remove the passkey.',
          google: 'If it was not you, end that sign-in and secure your account at Google.',
          microsoft: 'If it was not you, end that sign-in and secure your account at Microsoft.',
        }[method],
        { link, label: 'See where you are signed in' },
      ],
    }),
    invite: ({ link, inviter }) => ({
      subject: `You are invited to ${product_name}`,
      body: [
        `${inviter ?? 'Someone'} invites you to join their account at ${product_name}.`,
        { link, label: 'Accept the invitation' },
        'The link works once, for 7 days. If you do not know what this is about, you can ignore this mail.',
      ],
    }),
    bill: ({ amount, from, to, link, payment }) => ({
      subject: `Your ${product_name} bill of ${day(to)}`,
      body: [
        `Your bill for ${day(from)} to ${day(to)} comes to ${usd(amount)}.`,
        {
          charge: 'It is charged to your primary payment method. There is nothing for you to do.',
          invoice: `Pay it within ${terms.invoice_days} days, as arranged.`,
          none: 'It is charged once billing is enabled.',
        }[payment],
        { link, label: 'See the bill' },
      ],
    }),
    payment_failed: ({ amount, next, link }) => ({
      subject: `A payment for ${product_name} failed`,
      body: [
        `${usd(amount)} could not be charged to your card. We try again on ${day(next)}.`,
        'Add another card and make it primary, or ask your bank whether it declined the charge. Sessions work as before until then.',
        { link, label: 'Payment methods' },
      ],
    }),
    billing_inactive: ({ amount, link }) => ({
      subject: `Billing for ${product_name} is inactive`,
      body: [
        `${usd(amount)} could not be charged, and we have stopped trying. New sessions are refused; everything else stays as it is.`,
        'Add a card, make it primary and enable billing: what is open is charged then, and sessions work again.',
        { link, label: 'Billing' },
      ],
    }),
    billing_cancelled: ({ link }) => ({
      subject: `Billing for ${product_name} has ended`,
      body: [
        'Your cancellation is now in effect: new sessions are refused. Sessions and bills stay readable.',
        'You can enable billing again at any time.',
        { link, label: 'Billing' },
      ],
    }),
    trial_ended: ({ link }) => ({
      subject: `Your ${product_name} trial is over`,
      body: [
        `The ${terms.trial_days} days of your trial are over, and new sessions are refused. Enable billing to go on; credit that is left is used first.`,
        { link, label: 'Enable billing' },
      ],
    }),
    spending_alert: ({ percent, cost, cap, until, link }) => ({
      subject:
        percent === 100
          ? `The spending cap of your ${product_name} account is reached`
          : `${percent} % of the spending cap of your ${product_name} account is used`,
      body: [
        `${percent === 100 ? 'The spending cap is reached' : `${percent} % of the spending cap is used`}: the sessions of this billing cycle have cost ${usd(cost)} so far, and the cap is ${usd(cap)}, before VAT.`,
        percent === 100
          ? `No other session fits, so new sessions are refused until ${day(until)} has passed, or until you raise the cap.`
          : `New sessions are refused when it is reached. The cycle ends on ${day(until)}.`,
        { link, label: 'Billing' },
      ],
    }),
    callbacks_failing: ({ host, since, failures, status, error, link, guide }) => ({
      subject: `Callbacks to ${host} keep failing`,
      body: [
        `No callback has reached ${host} since ${moment(since)}. ${failures} attempts in a row failed.`,
        status === undefined ? `The last one: ${error}.` : `The last answer had the status ${status}.`,
        'Each callback is tried six times within about 80 minutes. What has failed for good can be sent again from its page, and session.get always tells the state.',
        { link, label: 'See how callbacks arrive' },
        'Sessions that ended meanwhile are in the portal, each with its result. What the code of a failed one means, and what the person and your company can do, is in the guide.',
        { link: guide, label: 'Failure guide', lookup: true },
      ],
    }),
    callbacks_arrive_again: ({ host, link }) => ({
      subject: `Callbacks to ${host} arrive again`,
      body: [
        `${host} has just taken a callback. What failed for good before is not sent again by itself.`,
        { link, label: 'See what failed' },
      ],
    }),
  },
  es: {
    verify_email: ({ code }) => ({
      subject: `Verifica tu correo en ${product_name}`,
      body: [
        'Introduce este código para verificar tu dirección de correo:',
        { code },
        'El código es válido durante 10 minutos.',
        'Si no lo has pedido, puedes ignorar este mensaje.',
      ],
    }),
    recover: ({ code }) => ({
      subject: `Establece una nueva contraseña en ${product_name}`,
      body: [
        'Introduce este código para establecer una nueva contraseña:',
        { code },
        'El código es válido durante 10 minutos. No se lo des a nadie: nosotros no te lo pediremos.',
        'Si no lo has pedido, puedes ignorar este mensaje. Tu contraseña no cambia.',
      ],
    }),
    password_changed: () => ({
      subject: `Se ha cambiado tu contraseña de ${product_name}`,
      body: [
        'La contraseña de tu cuenta se acaba de cambiar y se han cerrado las demás sesiones.',
        'Si no has sido tú, establece una nueva contraseña ahora mismo con «¿Has olvidado la contraseña?» en la página de inicio de sesión.',
      ],
    }),
    email_changed: ({ link }) => ({
      subject: `Se ha cambiado tu correo de ${product_name}`,
      body:
        link === undefined
          ? [
              'La dirección de correo de tu cuenta se acaba de cambiar. Esta dirección ya no se usa para ella.',
              'Si no has sido tú, escribe enseguida al servicio de asistencia.',
            ]
          : [
              'Se acaba de indicar una nueva dirección de correo para tu cuenta. Sustituirá a esta en cuanto se confirme.',
              'Si no has sido tú, deshaz el cambio. El enlace funciona una vez, durante 72 horas, y cierra todos los inicios de sesión.',
              { link, label: 'No he sido yo' },
            ],
    }),
    sign_in_method_changed: ({ change }) => ({
      subject: `Ha cambiado cómo inicias sesión en ${product_name}`,
      body: [
        {
          totp_on:
            'Se ha añadido una aplicación de autenticación a tu cuenta. A partir de ahora, al entrar con la contraseña se pide su código.',
          totp_off: 'Se ha quitado la aplicación de autenticación de tu cuenta, junto con sus códigos de recuperación.',
          passkey_added:
            'Se ha añadido una clave de acceso a tu cuenta. Quien tenga su dispositivo y pueda desbloquearlo puede iniciar sesión.',
          passkey_removed: 'Se ha quitado una clave de acceso de tu cuenta. Ya no sirve para iniciar sesión.',
          recovery_codes: 'Se han creado códigos de recuperación nuevos para tu cuenta. Los anteriores ya no sirven.',
          factors_reset:
            'Un operador del servicio ha quitado de tu cuenta la aplicación de autenticación, las claves de acceso y los códigos de recuperación, y ha cerrado todas las sesiones. Inicia sesión con tu contraseña y vuelve a configurar un segundo factor.',
        }[change],
        'Si no has sido tú, establece una nueva contraseña ahora mismo con «¿Has olvidado la contraseña?» en la página de inicio de sesión: así se cierran todos los inicios de sesión.',
      ],
    }),
    recovery_code_used: ({ left }) => ({
      subject: `Se ha usado un código de recuperación de ${product_name}`,
      body: [
        `Alguien ha entrado en tu cuenta con tu contraseña y un código de recuperación. ${left === 1 ? 'Queda 1 código' : `Quedan ${left} códigos`}.`,
        'Si no has sido tú, establece una nueva contraseña ahora mismo con «¿Has olvidado la contraseña?» en la página de inicio de sesión y crea códigos nuevos.',
      ],
    }),
    new_device: ({ method, time, browser, system, link }) => ({
      subject: `Nuevo inicio de sesión en ${product_name}`,
      body: [
        `El ${momentEs(time)}, alguien inició sesión en tu cuenta con ${
          { password: 'la contraseña', passkey: 'una clave de acceso', google: 'Google', microsoft: 'Microsoft' }[
            method
          ]
        }, en ${browser ?? 'un navegador que no dio su nombre'}${system ? ` para ${system}` : ''}.`,
        'Este navegador no había iniciado sesión en ella, o no desde que se estableció tu contraseña. Si has sido tú, no tienes que hacer nada.',
        {
          password: 'Si no has sido tú, cierra ese inicio de sesión y cambia tu contraseña.',
          passkey: 'Si no has sido tú, cierra ese inicio de sesión y quita la clave de acceso.',
          google: 'Si no has sido tú, cierra ese inicio de sesión y protege tu cuenta de Google.',
          microsoft: 'Si no has sido tú, cierra ese inicio de sesión y protege tu cuenta de Microsoft.',
        }[method],
        { link, label: 'Ver dónde has iniciado sesión' },
      ],
    }),
    invite: ({ link, inviter }) => ({
      subject: `Te han invitado a ${product_name}`,
      body: [
        `${inviter ?? 'Alguien'} te invita a unirte a su cuenta en ${product_name}.`,
        { link, label: 'Aceptar la invitación' },
        'El enlace funciona una vez, durante 7 días. Si no sabes de qué se trata, puedes ignorar este mensaje.',
      ],
    }),
    bill: ({ amount, from, to, link, payment }) => ({
      subject: `Tu factura de ${product_name} del ${dayEs(to)}`,
      body: [
        `Tu factura del ${dayEs(from)} al ${dayEs(to)} asciende a ${usdEs(amount)}.`,
        {
          charge: 'Se carga en tu método de pago principal. No tienes que hacer nada.',
          invoice: `Págala en un plazo de ${terms.invoice_days} días, según lo acordado.`,
          none: 'Se cargará cuando se active la facturación.',
        }[payment],
        { link, label: 'Ver la factura' },
      ],
    }),
    payment_failed: ({ amount, next, link }) => ({
      subject: `Ha fallado un pago de ${product_name}`,
      body: [
        `No hemos podido cobrar ${usdEs(amount)} en tu tarjeta. Lo intentaremos de nuevo el ${dayEs(next)}.`,
        'Añade otra tarjeta y conviértela en la principal, o pregunta a tu banco si ha rechazado el cargo. Hasta entonces las sesiones funcionan como siempre.',
        { link, label: 'Métodos de pago' },
      ],
    }),
    billing_inactive: ({ amount, link }) => ({
      subject: `La facturación de ${product_name} está inactiva`,
      body: [
        `No hemos podido cobrar ${usdEs(amount)} y hemos dejado de intentarlo. No se admiten sesiones nuevas; todo lo demás sigue igual.`,
        'Añade una tarjeta, conviértela en la principal y activa la facturación: entonces se cobrará lo pendiente y las sesiones volverán a funcionar.',
        { link, label: 'Facturación' },
      ],
    }),
    billing_cancelled: ({ link }) => ({
      subject: `La facturación de ${product_name} ha terminado`,
      body: [
        'Tu cancelación ya es efectiva: no se admiten sesiones nuevas. Las sesiones y las facturas se pueden seguir consultando.',
        'Puedes volver a activar la facturación en cualquier momento.',
        { link, label: 'Facturación' },
      ],
    }),
    trial_ended: ({ link }) => ({
      subject: `Tu prueba de ${product_name} ha terminado`,
      body: [
        `Los ${terms.trial_days} días de prueba han terminado y no se admiten sesiones nuevas. Activa la facturación para continuar; el crédito restante se usa primero.`,
        { link, label: 'Activar la facturación' },
      ],
    }),
    spending_alert: ({ percent, cost, cap, until, link }) => ({
      subject:
        percent === 100
          ? `Se ha alcanzado el límite de gasto de tu cuenta de ${product_name}`
          : `Se ha usado el ${percent} % del límite de gasto de tu cuenta de ${product_name}`,
      body: [
        `${percent === 100 ? 'Se ha alcanzado el límite de gasto' : `Se ha usado el ${percent} % del límite de gasto`}: las sesiones de este ciclo de facturación han costado ${usdEs(cost)} hasta ahora y el límite es de ${usdEs(cap)}, sin IVA.`,
        percent === 100
          ? `Ya no cabe otra sesión, así que no se admiten sesiones nuevas hasta que pase el ${dayEs(until)} o hasta que subas el límite.`
          : `Cuando se alcance, no se admitirán sesiones nuevas. El ciclo termina el ${dayEs(until)}.`,
        { link, label: 'Facturación' },
      ],
    }),
    callbacks_failing: ({ host, since, failures, status, error, link, guide }) => ({
      subject: `Los callbacks a ${host} no llegan`,
      body: [
        `Ningún callback ha llegado a ${host} desde el ${momentEs(since)}. Han fallado ${failures} intentos seguidos.`,
        status === undefined
          ? `El último: ${attemptFailureIn('es', error ?? '')}.`
          : `La última respuesta tenía el estado ${status}.`,
        'Cada callback se intenta seis veces en unos 80 minutos. Lo que ha fallado del todo se puede volver a enviar desde su página, y session.get siempre dice el estado.',
        { link, label: 'Ver cómo llegan los callbacks' },
        'Las sesiones que terminaron mientras tanto están en el portal, cada una con su resultado. Qué significa el código de una que falló, y qué pueden hacer la persona y tu empresa, está en la guía.',
        { link: guide, label: 'Guía de fallos', lookup: true },
      ],
    }),
    callbacks_arrive_again: ({ host, link }) => ({
      subject: `Los callbacks a ${host} vuelven a llegar`,
      body: [
        `${host} acaba de recibir un callback. Lo que falló del todo antes no se envía de nuevo por sí solo.`,
        { link, label: 'Ver lo que falló' },
      ],
    }),
  },
};

export function renderMail<Name extends Template>(locale: Locale, template: Name, values: TemplateValues[Name]): Mail {
  const { subject, body } = templates[locale][template](values);
  const letter = { locale, product: product_name, subject, body };
  return { subject, text: renderText(letter), html: renderHtml(letter) };
}

/**
 * `118.75` is USD 118.75 in English and 118,75 USD in Spanish. Formats are created on first use, because they would slow startup
 * down.
 */
function usdIn(locale: Locale): (amount: string) => string {
  let format: Intl.NumberFormat | undefined;
  return (amount) => {
    format ??= new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'code' });
    return format.format(amount as Intl.StringNumericLiteral);
  };
}

function dayIn(locale: Locale): (day: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (day) => {
    format ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    return format.format(new Date(day));
  };
}

/** In UTC, since the reader's time zone is unknown. */
function momentIn(locale: Locale): (time: string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    return `${format.format(new Date(time))} UTC`;
  };
}
