import type { Sentences } from '../sentences.ts';

export const es: Sentences = {
  hold_still:
    'Se perdió el contacto. Mantenga el teléfono quieto sobre el documento; la lectura sigue donde se detuvo.',
  check_mrz:
    'El chip no aceptó estos datos. Compruebe el número de documento, la fecha de nacimiento y la fecha de caducidad.',
  check_can: 'El chip no aceptó este número. Compruebe los seis dígitos del anverso de la tarjeta.',
  nfc_unavailable: 'Este dispositivo no puede leer el chip. Active NFC o use otro teléfono.',
  nfc_lost:
    'El contacto con el chip se perdió demasiadas veces. Saque el documento de su funda, mantenga el teléfono quieto y empiece de nuevo.',
  access_denied: 'El chip no se abrió. Compruebe el número de documento y las fechas, y empiece de nuevo.',
  read_error: 'No se pudo leer el chip por completo. Mueva el teléfono despacio sobre el documento y empiece de nuevo.',
  unsupported_document:
    'No se encontró ningún chip de pasaporte o documento de identidad que se pueda leer. Compruebe que es el documento correcto.',
  camera_denied: 'No se puede usar la cámara. Permítalo en los ajustes del teléfono y empiece de nuevo.',
  timeout: 'Ha tardado demasiado. Tenga el documento a mano y empiece de nuevo.',
  internal: 'Algo ha fallado en la aplicación. Empiece de nuevo; si se repite, actualice la aplicación.',
  cancelled: 'Usted ha cancelado. No se ha enviado nada.',
  service_unreachable: 'No se puede conectar con el servicio. Compruebe la conexión a internet e inténtelo de nuevo.',
  session_already_started: 'Otro dispositivo ya está leyendo para esta sesión. Siga allí o pida un nuevo enlace.',
  session_not_open: 'Esta sesión ha terminado. Pida un nuevo enlace.',
  not_found: 'Este enlace no es válido. Pida uno nuevo.',
};
