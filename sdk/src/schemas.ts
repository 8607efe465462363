/** Valibot schemas of every request, generated, for forms. */
export * from './generated/valibot.gen.ts';
