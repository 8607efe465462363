export const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** `payment_method.change_primary` is `PaymentMethodChangePrimary`. */
export const pascal = (name: string): string => camel(`_${name.replace('.', '_')}`);

/** `payment_method.change_primary` is `paymentMethod.changePrimary` in the SDK. */
export const methodPath = (operationId: string): string => operationId.split('.').map(camel).join('.');
