/** What of a session leads to no person. Everything else is left out unless it is known not to. */
const HARMLESS = [
  ...['id', 'state', 'created', 'expires', 'initiated', 'ended', 'redacted', 'reference', 'callback_url'],
  ...['face_verification', 'passport_only', 'specimen', 'failure', 'chip'],
];
/** Images fill the context of an assistant, and it could not use them. */
const IMAGES = ['portrait', 'signature_image', 'face'];

/** What an assistant is shown of `session.get`. What it reads may be kept elsewhere, so that of real persons stays here. */
export function withoutIdentity(session: unknown, showsIdentity: boolean): Record<string, unknown> {
  const fields = session as Record<string, unknown>;
  const shown = (name: string) =>
    showsIdentity || fields['specimen'] === true ? !IMAGES.includes(name) : HARMLESS.includes(name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => shown(name)));
}
