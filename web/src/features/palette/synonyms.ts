/**
 * What people call the portal's pages and actions, in all languages of the site at once, because someone who reads Spanish may well
 * type "webhook".
 */
export const synonyms: Record<string, string> = {
  '/dashboard': 'home start overview statistics figures inicio panel resumen estadisticas',
  '/billing':
    'bill invoice receipt refund credit payment card plan price factura recibo reembolso abono pago tarjeta precio',
  '/users': 'team people members colleague roles access equipo personas miembros roles acceso',
  '/settings': 'preferences profile account brand logo retention email ajustes preferencias perfil cuenta marca correo',
  '/sessions': 'verifications identities checks cases verificaciones identidades sesiones casos',
  '/new-verification':
    'new verification verify create session start check nueva verificacion verificar crear sesion empezar',
  '/links': 'poster qr reusable campaign cartel enlaces reutilizables',
  '/new-link': 'create link poster qr crear enlace cartel',
  '/policies': 'rules requirements age minimum conditions reglas requisitos edad condiciones',
  '/callbacks': 'webhooks webhook endpoints deliveries signing secret events webhooks entregas secreto firma eventos',
  '/api-keys': 'keys tokens credentials public secret claves credenciales',
  '/requests': 'logs log api calls history registros llamadas historial',
  '/add-keys': 'new api key create token credentials nueva clave crear',
  '/add-user': 'invite user add member colleague team invitar usuario miembro companero',
  '/audit-log': 'history activity security log events historial actividad registro seguridad',
  '/enable-billing': 'upgrade subscribe activate end trial contratar activar prueba',
  '/add-payment-method': 'new card credit card pay tarjeta pagar',
  '/edit-billing': 'company address purchase order details empresa direccion datos',
  '/change-vat-number': 'tax id vat iva nif',
  '/change-spending-cap': 'limit budget maximum limite presupuesto',
  '/cancel-billing': 'cancel unsubscribe stop downgrade cancelar baja',
  '/sign-in-security': 'passkey two factor 2fa mfa totp authenticator devices doble factor dispositivos',
  '/verify-email': 'confirm activate address code confirmar activar direccion correo codigo',
  '/change-email': 'address direccion correo',
  '/change-password': 'contrasena',
  '/account-deletion': 'delete close remove account borrar cerrar eliminar cuenta',
  '/sign-out': 'logout log out logoff exit leave salir cerrar sesion desconectar',
  '/sign-in': 'login log in entrar iniciar acceder',
  '/sign-up': 'register join create account registrarse crear cuenta',
  '/status': 'uptime incident outage down incidencias caida disponibilidad',
  dark: 'theme mode night appearance color tema modo noche apariencia oscuro',
  light: 'theme mode day appearance color tema modo dia apariencia claro',
  system: 'theme mode automatic appearance tema modo automatico apariencia',
  language: 'language idioma locale english spanish ingles espanol castellano en es',
  export: 'download csv json excel spreadsheet sessions descargar exportar hoja de calculo sesiones',
};
