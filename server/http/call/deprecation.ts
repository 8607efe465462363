/**
 * The headers on every response of a deprecated operation: since when (RFC 9745), until when (RFC 8594), and a link to the
 * explanation.
 */
import { deprecations, type OperationId } from '../../generated/operations.gen.ts';

export function deprecationNotices(publicUrl: string): Map<OperationId | undefined, Record<string, string>> {
  return new Map(
    Object.entries(deprecations).map(([id, { page, ...dates }]) => [
      id as OperationId,
      { ...dates, Link: `<${publicUrl}${page}>; rel="deprecation"; type="text/html"` },
    ]),
  );
}
