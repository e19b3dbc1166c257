import { type Failure, MAX_DROPPED_BYTES, PRODUCT } from '@twicewise/contract';

/** Files that are dropped on the window. */
export const dropping = {
  over: 'Drop to import',
  kinds: (name: string) =>
    `“${name}” cannot be imported. Drop a bundle (${PRODUCT.bundleExtension}), lessons (.jsonl) or session logs (.md, .json).`,
  noPath: (name: string) => `“${name}” is no file of this machine.`,
  tooLarge: (name: string) =>
    `“${name}” is larger than ${MAX_DROPPED_BYTES / 1_048_576} MiB, the most that a browser hands over. Run: ${PRODUCT.command} import PATH`,
  handing: (name: string) => `Loading “${name}”…`,
  notHanded: (name: string, { message, hint }: Failure) => `“${name}” was not imported. ${message} ${hint}`,
  importing: (name: string) => `Import “${name}”`,
};
