/**
 * A sample in which the public key of the reader takes the place of the variable that would hold it: `os.environ["SIGILL_PUBLIC_KEY"]`
 * becomes `"public-key-…"`, and `$SIGILL_PUBLIC_KEY` the key.
 */
export function withPublicKey(code: string, publicKey: string | undefined): string {
  if (!publicKey) return code;
  return code
    .replace(/\b[\w.]+[([]"SIGILL_PUBLIC_KEY"[)\]]/g, `"${publicKey}"`)
    .replaceAll('$SIGILL_PUBLIC_KEY', publicKey)
    .replace(
      /new Sigill\((?:\{ ?(?!publicKey)([^}]*?) ?\})?\)/g,
      (_, options: string = '') => `new Sigill({ publicKey: '${publicKey}'${options && `, ${options}`} })`,
    );
}
