import { useLingui } from '@lingui/react/macro';
import type { Schema } from './operation';

/** The type of a value, and its limits in words. */
export function useBounds(schema: Schema): { type: string; words: string[] } {
  const { t, i18n } = useLingui();
  const {
    type = 'object',
    format,
    contentEncoding,
    items,
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
    default: fallback,
    'x-expected': expected,
  } = schema;
  const words: string[] = [];
  const range = (low: number | undefined, high: number | undefined, unit: (text: string) => string) => {
    const number = (value: number) => i18n.number(value);
    if (low !== undefined && high !== undefined)
      words.push(unit(low === high ? number(low) : t`${number(low)} to ${number(high)}`));
    else if (high !== undefined) words.push(unit(t`at most ${number(high)}`));
    else if (low !== undefined) words.push(unit(t`at least ${number(low)}`));
  };
  if (!format && !schema.enum) range(minLength, maxLength, (text) => t`${text} characters`);
  range(minimum, maximum, (text) => text);
  range(minItems, maxItems, (text) => t`${text} items`);
  if (expected && words.length === 0 && i18n.locale === 'en') words.push(expected);
  if (fallback !== undefined) words.push(t`default ${JSON.stringify(fallback)}`);
  if (schema.enum?.length === 1) words.push(t`always ${schema.enum[0] ?? ''}`);
  const element = items && (items.schema ?? items.type ?? 'object');
  const name = type === 'array' ? t`array of ${element ?? 'object'}` : type;
  const typed = [name, format ?? contentEncoding].filter(Boolean).join(' · ');
  return { type: schema.nullable ? t`${typed} or null` : typed, words };
}
