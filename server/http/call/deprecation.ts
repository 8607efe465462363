/** What every answer of a deprecated call says: since when (RFC 9745), until when (RFC 8594), and where that is explained. */
import { deprecations, type OperationId } from '../../generated/operations.gen.ts';

export function deprecationNotices(publicUrl: string): Map<OperationId | undefined, Record<string, string>> {
  return new Map(
    Object.entries(deprecations).map(([id, { page, ...dates }]) => [
      id as OperationId,
      { ...dates, Link: `<${publicUrl}${page}>; rel="deprecation"; type="text/html"` },
    ]),
  );
}
