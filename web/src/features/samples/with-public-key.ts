/**
 * Replaces the variable for the public key in a sample with the reader's own key: `os.environ["SIGILL_PUBLIC_KEY"]` becomes
 * `"public-key-…"`, and `$SIGILL_PUBLIC_KEY` the bare key.
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
