/** Key in `extra` under which a record keeps what came with it in a bundle; in a bundle it stands beside the fields. */
export const BUNDLE_EXTRA = '@bundle';
