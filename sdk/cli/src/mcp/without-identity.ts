/** The properties of a session that identify nobody. Everything else is left out. */
const HARMLESS = [
  ...['id', 'state', 'created', 'expires', 'initiated', 'ended', 'redacted', 'reference', 'callback_url'],
  ...['face_verification', 'passport_only', 'specimen', 'failure', 'chip'],
];
/** Images fill the context of an assistant, which cannot use them. */
const IMAGES = ['portrait', 'signature_image', 'face'];

/** The part of `session.get` that an assistant may see. Its input may be stored elsewhere, so identity data of real people stays here. */
export function withoutIdentity(session: unknown, showsIdentity: boolean): Record<string, unknown> {
  const fields = session as Record<string, unknown>;
  const shown = (name: string) =>
    showsIdentity || fields['specimen'] === true ? !IMAGES.includes(name) : HARMLESS.includes(name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => shown(name)));
}
