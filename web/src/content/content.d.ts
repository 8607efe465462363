// Types of the modules that content-plugin.ts makes from Markdown and JSON. An ambient module can't import from a relative path, so the
// types are imported inline.
declare module '*.md' {
  const document: import('../features/guides/document').Document;
  export default document;
}
declare module '*.json?rows' {
  const coverage: import('../features/coverage/countries').Coverage;
  export default coverage;
}
declare module '*.json?codes' {
  /** Separated by spaces. */
  const codes: string;
  export default codes;
}
// Made by samples-plugin.ts from the contract: a sample of each operation, by its id.
declare module 'virtual:samples/*' {
  const samples: Record<string, string>;
  export default samples;
}
