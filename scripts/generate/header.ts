/** The first line of generated files. */
export const HEADER = '// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.\n';
