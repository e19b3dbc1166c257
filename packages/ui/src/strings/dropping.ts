import { PRODUCT } from '@twicewise/contract';

/** Files that are dropped on the window. */
export const dropping = {
  over: 'Drop to import',
  kinds: (name: string) =>
    `“${name}” cannot be imported. Drop a bundle (${PRODUCT.bundleExtension}), lessons (.jsonl) or session logs (.md, .json).`,
  noPath: 'A browser does not tell where a file is. Type the path of the bundle.',
  noPathOther: (name: string) =>
    `A browser does not tell where “${name}” is. Drop it on the desktop app, or run: ${PRODUCT.command} import ${name}`,
  importing: (name: string) => `Import “${name}”`,
};
