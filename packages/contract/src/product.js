// The only place that contains the product's name. Plain JavaScript, because the bridge and the command's entry read it under
// whatever Node launched them, before TypeScript can be loaded.

/** Everything that is derived from the product's name. */
export const PRODUCT = Object.freeze({
  /** Name as people read it. */
  name: 'Twicewise',
  /** Command, application-data folder and MCP server key. */
  command: 'twicewise',
  /** URI scheme of deep links: `twicewise://lesson/<id>`. */
  scheme: 'twicewise',
  /** Key under which clients list the MCP server; also the prefix of our `_meta` keys. */
  mcpKey: 'twicewise',
  /** File extension of memory bundles, with the dot. */
  bundleExtension: '.twicewise',
  /** Environment variable that sets the data folder. */
  dataVariable: 'TWICEWISE_DATA',
  /** Version reported to clients; one for all packages. */
  version: '0.1.0',
});
