// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.
export const limits = { password_minimum: 4, code_length: 6 } as const;
