import { PRODUCT } from '@twicewise/contract/product';

/** `_meta` key under which the bridge sends the idempotency key of a tool call. */
export const KEY_META = `${PRODUCT.mcpKey}/key`;
