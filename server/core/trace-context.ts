/** Version, trace id, parent id, flags. Versions after 00 may add fields. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.{0,200})?$/;
const NO_TRACE = '0'.repeat(32);
const NO_PARENT = '0'.repeat(16);

export const traceIdOf = (header: string | string[] | undefined): string | undefined => fieldsOf(header)?.trace;

/**
 * A `traceparent` header in version 00, which is the only one that we write, or undefined if it is absent or invalid. Of the flags
 * only "sampled" is kept.
 */
export function traceparentOf(header: string | string[] | undefined): string | undefined {
  const fields = fieldsOf(header);
  return fields && `00-${fields.trace}-${fields.parent}-0${Number.parseInt(fields.flags, 16) & 1}`;
}

/** W3C Trace Context, 3.2. */
function fieldsOf(header: string | string[] | undefined) {
  if (typeof header !== 'string') return undefined;
  const [, version, trace, parent, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (!trace || !parent || !flags || trace === NO_TRACE || parent === NO_PARENT) return undefined;
  if (version === 'ff' || (version === '00' && more)) return undefined;
  return { trace, parent, flags };
}
