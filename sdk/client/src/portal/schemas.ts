/** Valibot schemas of every request, generated, for forms. */
export * from '../generated/portal/valibot.gen.ts';
