import words from './es.json' with { type: 'json' };
import type { Words } from './texts.ts';

export const es: Words = {
  ...words,
  welcome_title: (name) => (name ? `${name} te pide que verifiques tu identidad` : 'Verifica tu identidad'),
  tries_left: (tries) => (tries === 1 ? 'Queda un intento.' : `Quedan ${tries} intentos.`),
  bytes: (read, total) => `${read} de ${total} KB`,
  sheet_progress: (file, percent) => `${file}: ${percent} %. No muevas nada.`,
  return_to: (name) => (name ? `Volver a ${name}` : 'Terminar'),
};
