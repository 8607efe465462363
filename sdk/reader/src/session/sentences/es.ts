import type { CauseSentences, SentenceCode } from '../sentences.ts';

export const es: Record<SentenceCode, string> & CauseSentences = {
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

  chip_lost: 'El documento se ha alejado antes de leerlo todo. Apóyalo plano, no muevas nada y empieza de nuevo.',
  active_authentication_lost:
    'El chip ha dejado de responder al demostrar que es el original. Quita las fundas, pon el documento justo sobre el lector y empieza de nuevo.',
  chip_authentication_lost:
    'El chip ha dejado de responder al acordar claves con el servicio. Deja el documento donde está hasta el final y empieza de nuevo.',
  chip_silent: 'El chip ha dejado de responder. Levanta el documento, vuelve a apoyarlo y empieza de nuevo.',
  challenges_expired: 'El documento no ha estado a tiempo en el lector. Tenlo a mano antes de empezar de nuevo.',
  access_key_invalid:
    'Ningún documento puede tener estos datos. Compáralos letra a letra con tu documento y empieza de nuevo.',
  mrz_refused:
    'El chip no se ha abierto con estos datos. Compara el número de documento, la fecha de nacimiento y la de caducidad, y empieza de nuevo.',
  can_refused:
    'El chip no se ha abierto con estos seis dígitos. Están en el anverso de la tarjeta y no son el número de documento. Empieza de nuevo con ellos.',
  password_blocked:
    'El chip ya no acepta ninguna clave, tras demasiados intentos fallidos. Usa otro documento o pregunta a la autoridad que lo expidió.',
  application_missing:
    'Este chip no es de ningún pasaporte ni documento de identidad. Aparta las demás tarjetas y apoya el propio documento.',
  pace_unsupported:
    'El chip de este documento se abre de un modo que esta app no conoce. Actualiza la app o usa otro documento.',
  bac_unsupported:
    'El chip de este documento no se abre como el de un pasaporte o documento de identidad. Usa otro documento.',
  can_unsupported:
    'Este chip no se abre con seis dígitos. Empieza de nuevo con el número de documento, la fecha de nacimiento y la de caducidad.',
  pace_token_wrong:
    'El chip no ha demostrado que es el de este documento. Aparta las demás tarjetas y empieza de nuevo.',
  bac_response_wrong: 'El chip ha respondido como el de otro documento. Apoya solo este documento y empieza de nuevo.',
  access_malformed:
    'El chip se ha interrumpido mientras se abría. Vuelve a apoyar el documento; si se repite, usa otro.',
  public_key_invalid: 'El chip ha enviado una clave no válida. Usa otro documento.',
  checksum_wrong:
    'Los datos del chip han llegado con interferencias. Aléjate de metales y de otras tarjetas, y empieza de nuevo.',
  secure_messaging_ended:
    'El chip ha cortado la conexión segura. No muevas el documento ni el lector y empieza de nuevo.',
  secured_response_malformed:
    'Una respuesta del chip ha llegado dañada. Saca el documento de la funda y empieza de nuevo.',
  security_status_not_satisfied:
    'El chip no entrega lo que hace falta. Empieza de nuevo; si sigue igual, usa otro documento.',
  file_not_found:
    'Falta una parte del documento en el chip. Usa otro documento y lleva este a la autoridad que lo expidió.',
  file_refused:
    'El chip se ha negado a entregar una parte de los datos. Actualiza la app y empieza de nuevo, o usa otro documento.',
  file_incomplete:
    'Una parte de los datos del chip está cortada. Pide a la autoridad que expidió el documento que lo revise y usa otro.',
  file_too_long:
    'Una parte de los datos del chip tiene un tamaño imposible. Usa otro documento y enseña este a la autoridad que lo expidió.',
  file_malformed: 'Una parte de los datos del chip está dañada. Usa otro documento y pide que revisen este.',
  chip_failure:
    'El chip avisa de un defecto propio. Prueba una vez más y, si se repite, pide que revisen el documento.',
  response_malformed:
    'El chip ha respondido con algo que no se puede leer. Mueve un poco el documento y empieza de nuevo.',
  response_endless:
    'La respuesta del chip no terminaba nunca. Levanta el documento, espera un momento y empieza de nuevo.',
  data_object_malformed:
    'El chip ha respondido en una forma que esta app no conoce. Actualiza la app y empieza de nuevo.',
};
