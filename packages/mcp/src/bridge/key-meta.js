import { PRODUCT } from '@twicewise/contract/product';

/** `_meta` key under which the bridge sends the idempotency key of a tool call. */
export const KEY_META = `${PRODUCT.mcpKey}/key`;

/** Method of the notification with which a host says that it ends as planned: to a bridge, calls it leaves are not its fault. */
export const ENDED_METHOD = `notifications/${PRODUCT.mcpKey}/ended`;

/** `_meta` key with which a program asks for stored words as data beside the fenced text: `true`. */
export const DATA_META = `${PRODUCT.mcpKey}/data`;
