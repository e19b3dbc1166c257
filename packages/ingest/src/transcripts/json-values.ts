import { parseJson } from '@twicewise/contract';

/** Maximum number of places at which splitting a line is tried. */
const MAX_TRIES = 20;

function tryParse(text: string): { value: unknown } | null {
  try {
    return { value: parseJson(text) };
  } catch {
    return null;
  }
}

/** The JSON values of a line: one, or several that a program wrote without a line break. Null for a line that is not JSON. */
export function jsonValues(line: string): unknown[] | null {
  const whole = tryParse(line);
  if (whole) return [whole.value];
  const values: unknown[] = [];
  let from = 0;
  let tries = 0;
  for (let at = line.indexOf('}{'); at >= 0 && tries < MAX_TRIES; at = line.indexOf('}{', at + 1)) {
    tries++;
    const part = tryParse(line.slice(from, at + 1));
    if (!part) continue;
    values.push(part.value);
    from = at + 1;
  }
  const last = from === 0 ? null : tryParse(line.slice(from));
  if (!last) return values.length > 0 ? values : null;
  return [...values, last.value];
}
