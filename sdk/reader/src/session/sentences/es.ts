import type { SentenceCode } from '../sentences.ts';

export const es: Record<SentenceCode, string> = {
  hold_still: 'Se ha cortado la conexión con el chip. No muevas el teléfono; la lectura sigue donde se quedó.',
  check_mrz:
    'El chip no ha aceptado estos datos. Comprueba el número de documento, la fecha de nacimiento y la fecha de caducidad.',
  check_can: 'El chip no ha aceptado este número. Comprueba los seis dígitos del anverso de la tarjeta.',
  nfc_unavailable: 'Este dispositivo no puede leer el chip. Activa el NFC o usa otro teléfono.',
  nfc_lost:
    'La conexión con el chip se ha cortado demasiadas veces. Quita las fundas, no muevas el teléfono y empieza de nuevo.',
  access_denied: 'El chip no se ha abierto. Comprueba el número de documento y las fechas, y empieza de nuevo.',
  read_error: 'El chip no se ha leído por completo. Mueve el teléfono despacio sobre el documento y empieza de nuevo.',
  unsupported_document:
    'No hay ningún chip de pasaporte o documento de identidad que se pueda leer. Comprueba que es el documento correcto.',
  camera_denied: 'No se ha podido usar la cámara. Permítela en los ajustes del teléfono y empieza de nuevo.',
  timeout: 'La lectura ha tardado demasiado. Ten el documento a mano y empieza de nuevo.',
  internal: 'Ha fallado la app. Empieza de nuevo; si se repite, actualiza la app.',
  cancelled: 'Has cancelado. No se ha enviado nada.',
  service_unreachable: 'No se puede conectar con el servicio. Comprueba la conexión a internet e inténtalo de nuevo.',
  session_already_started: 'Otro dispositivo ya está leyendo con este enlace. Sigue allí o pide un enlace nuevo.',
  session_not_open: 'Este enlace ya no sirve: la verificación ha terminado. Pide un enlace nuevo.',
  not_found: 'Este enlace no es válido. Pide uno nuevo.',
};
