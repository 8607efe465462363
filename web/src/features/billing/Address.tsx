import type { StoredPaymentMethod } from '@sigill/sdk/portal';
import { useCountryName } from './CountryField';

export function Address({ method }: { method: StoredPaymentMethod }) {
  const countryName = useCountryName();
  const lines = [
    method.address_line_1,
    method.address_line_2,
    `${method.address_postal_code} ${method.address_city}`,
    method.address_state,
    countryName(method.address_country),
  ].filter((line) => line !== undefined);
  return (
    <address className="not-italic">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list.
        <span key={index} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
