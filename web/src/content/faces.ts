const readMeta = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/**
 * Who compares faces on the service that serves the page. The build writes defaults into the documents, the server replaces them
 * (server/http/site/site.ts), and the screens read them from there.
 *
 * Prerendered pages are the same for every service, so what they say about faces is in elements with classes: `with-face` and
 * `without-face`, for services with and without a provider or model that the operator chose, and `with-liveness` and
 * `without-liveness`, for services whose provider offers that.
 */
export const faces = {
  /** In the words of `OfferedFaces`. */
  words: readMeta('face-verification')?.split(' ') ?? [],
  provider: readMeta('face-provider') ?? 'FACE-PROVIDER',
};
