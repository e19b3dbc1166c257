/** Deepest nesting that a host accepts: the same number as MAX_JSON_DEPTH of the contract, which is not plain JavaScript. */
export const MAX_DEPTH = 32;

/**
 * A JSON-RPC message as far as the bridge looks into it; any other JSON is one without fields.
 * @typedef {{ id?: unknown, method?: unknown, params?: { requestId?: unknown, _meta?: object } }} Message
 */

/**
 * Reads a line; null when it is not JSON.
 * @param {string} line
 * @returns {Message | null}
 */
export function parseMessage(line) {
  try {
    const value = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
  } catch {
    return null;
  }
}

/**
 * An id that a host accepts and can answer to.
 * @param {unknown} id
 * @returns {id is string | number}
 */
export function isId(id) {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/**
 * Something that waits for an answer; whether it can be answered is another question.
 * @param {Message} message
 */
export function isRequest({ id, method }) {
  return id !== undefined && method !== undefined;
}

/**
 * Whether arrays and objects are nested more than MAX_DEPTH deep. A host refuses such a line before it reads its id, and
 * writing it as JSON again could overflow the stack.
 * @param {unknown} value
 */
export function isTooDeep(value) {
  let level = nestedIn([value]);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = nestedIn(level.flatMap((item) => Object.values(item)));
  }
  return false;
}

/**
 * @param {unknown[]} values
 * @returns {object[]}
 */
function nestedIn(values) {
  return values.filter((value) => value !== null && typeof value === 'object');
}
