import { isSecretName } from './context-rules.ts';
import { MARKER_START, marker } from './finding.ts';
import { keysInList } from './key-in-list.ts';
import { Looks, type RedactedText, type RedactorOptions, replaceRanges } from './looks.ts';
import { looksSecret } from './plausible.ts';
import { type Visitor, walk } from './walk.ts';

/** What was replaced, and where: `path` leads to the text, as in `whatWorked.0`. It never holds the secret itself. */
export interface Redaction {
  kind: string;
  path: string;
}

/** A value without its secrets. `value` is the unchanged input object when nothing was found. */
export interface Redacted<T> {
  value: T;
  found: Redaction[];
}

/** Replaces secrets in texts and JSON-like values. */
export interface Redactor {
  /** One text. */
  redactText(text: string): RedactedText;
  /**
   * Redacts every text of a JSON-like value, keys included; everything else stays as it is. The value is treated as one record: a
   * secret named in one text is replaced in all of them, and a key may be spread over the entries of a list. Values in `about`,
   * which identify the record, are not replaced elsewhere merely because one text calls them a secret.
   */
  redact<T>(value: T, about?: ReadonlySet<string>): Redacted<T>;
}

const SECRET = 'secret_value';

/** Records each kind that was replaced in a text, and returns the text. */
function noted({ text, kinds }: RedactedText, path: readonly string[], found: Redaction[]): string {
  for (const kind of kinds) found.push({ kind, path: path.join('.') });
  return text;
}

/** In `{"password": "…"}` the name is in the key; the value alone would not be recognised. */
function isNamedSecret(text: string, path: readonly string[]): boolean {
  const name = path.findLast((step) => !/^\d+$/.test(step));
  return name !== undefined && isSecretName(name) && !text.includes(MARKER_START) && looksSecret(text);
}

function firstVisitor(looks: Looks, found: Redaction[]): Visitor {
  return {
    list(items, path) {
      const parts = keysInList(items);
      if (parts.size === 0) return items;
      return items.map((item, index) => {
        const part = parts.get(index);
        if (part === undefined) return item;
        const text = replaceRanges(String(item), [part]);
        return noted({ text, kinds: [part.kind] }, [...path, String(index)], found);
      });
    },
    text(text, path) {
      const looked = looks.first(text);
      if (looked.kinds.length > 0 || !isNamedSecret(text, path)) return noted(looked, path, found);
      looks.repeats.add(text, SECRET);
      return noted({ text: marker(SECRET), kinds: [SECRET] }, path, found);
    },
    key(key, path) {
      const looked = looks.first(key);
      return noted(looked, [...path, looked.text], found);
    },
  };
}

function secondVisitor(looks: Looks, found: Redaction[]): Visitor {
  return {
    text: (text, path) => noted(looks.second(text), path, found),
    key(key, path) {
      const looked = looks.second(key);
      return noted(looked, [...path, looked.text], found);
    },
  };
}

/** Makes a redactor. It has no state, so one is enough for a process. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  return {
    redactText(text) {
      const looks = new Looks(options);
      const first = looks.first(text);
      if (first.kinds.length === 0) return first;
      const second = looks.second(first.text);
      return { text: second.text, kinds: [...first.kinds, ...second.kinds] };
    },
    redact<T>(value: T, about?: ReadonlySet<string>): Redacted<T> {
      const found: Redaction[] = [];
      const looks = new Looks(options, about);
      const once = walk(value, [], firstVisitor(looks, found));
      if (found.length === 0) return { value, found };
      return { value: walk(once, [], secondVisitor(looks, found)) as T, found };
    },
  };
}
