/** What is done with bundles, as it is called everywhere. They are here because the palette names them before their sheets are loaded. */
export const bundleTitles = {
  export: 'Export lessons and sessions as a bundle',
  import: 'Import lessons and sessions from a bundle',
};
