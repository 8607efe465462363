// The types of what content-plugin.ts makes of Markdown and JSON. An ambient module cannot import from a relative path, so they are
// imported inline.
declare module '*.md' {
  const document: import('../features/guides/document').Document;
  export default document;
}
declare module '*.json?rows' {
  const coverage: import('../features/coverage/countries').Coverage;
  export default coverage;
}
declare module '*.json?codes' {
  /** With spaces between them. */
  const codes: string;
  export default codes;
}
// What samples-plugin.ts makes of the contract: a call of each operation, by its id.
declare module 'virtual:samples/*' {
  const samples: Record<string, string>;
  export default samples;
}
