/** A property with a value outside its bounds; nothing where no property has any. */
import { resolve, type Schema } from '../../tests/support/contract/contract.ts';

export function outOfBounds({ properties = {} }: Schema): Record<string, unknown> | undefined {
  for (const [name, property] of Object.entries(properties)) {
    const value = beyond(resolve(property));
    if (value !== undefined) return { [name]: value };
  }
  return undefined;
}

function beyond({ type, enum: values, minimum, maximum, maxLength }: Schema): unknown {
  if (values && type === 'string') return 'NO_SUCH_VALUE';
  if (type === 'string' && maxLength !== undefined && maxLength < 60_000) return 'a'.repeat(maxLength + 1);
  if (type !== 'integer') return undefined;
  return maximum !== undefined ? maximum + 1 : minimum !== undefined ? minimum - 1 : undefined;
}
