/** The part of the plugin that writes tables. The package has no types. */
declare module '@joplin/turndown-plugin-gfm' {
  export const tables: import('turndown').Plugin;
}
