import { type Fields, isFields } from '../session-logs/json/tree.ts';

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** A key of a program, not one that a person wrote, such as "#322-core" or "All tests pass". */
const isFieldName = (key: string) => /^[a-z][A-Za-z]*$/.test(key);

/**
 * A copy whose keys are in snake_case, at every depth: programs that run loops write loop_id and loopId. Where both are there, both
 * stay.
 */
export function toSnakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSnakeKeys);
  if (!isFields(value)) return value;
  const renamed: Fields = {};
  for (const [key, item] of Object.entries(value)) {
    const name = isFieldName(key) && !Object.hasOwn(value, snakeCase(key)) ? snakeCase(key) : key;
    renamed[name] = toSnakeKeys(item);
  }
  return renamed;
}
