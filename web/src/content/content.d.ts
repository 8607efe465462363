// What content-plugin.ts makes of our content. An ambient module cannot import from a relative path, so the types are named in place.
declare module '*.md' {
  const document: import('../features/guides/document').Document;
  export default document;
}
declare module '*.json?rows' {
  const coverage: import('../features/coverage/countries').Coverage;
  export default coverage;
}
