import { PRODUCT } from '@twicewise/contract/product';

/** `_meta` key under which the bridge sends the idempotency key of a tool call. */
export const KEY_META = `${PRODUCT.mcpKey}/key`;

/** `_meta` key with which a program asks for stored words as data beside the fenced text: `true`. */
export const DATA_META = `${PRODUCT.mcpKey}/data`;
