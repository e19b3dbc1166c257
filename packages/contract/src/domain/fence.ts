import { PRODUCT } from '../product.js';

/** Maximum length of the provenance in UTF-16 units; it may contain names from outside. */
const MAX_PROVENANCE = 200;

/**
 * Control characters, format characters (bidirectional overrides, zero-width, tags) and characters that fonts draw as nothing
 * (variation selectors, fillers). They can hide text from a person, or a marker from an agent. Tabs and line breaks stay.
 */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A stored name outside a fence: one line, without quotes or brackets, at most `max` UTF-16 units. */
export function flatName(name: string, max = 60): string {
  const flat = visible(name).replace(/\s+/g, ' ').replace(/["<>]/g, "'");
  return flat.slice(0, max).toWellFormed();
}

/** Our markers in any letter case, whoever wrote them. */
const MARKER = new RegExp(`<(?=[\\s/]*(?:stored-data|${PRODUCT.mcpKey}-memory))`, 'gi');

/** Most stored text is plain ASCII. This test skips it many times faster than {@link INVISIBLE}. */
const PLAIN = /^[\t\n\r -~]*$/;

/** Removes characters that control or hide text. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(INVISIBLE, '');
}

/** Applies {@link visible} to every string of a JSON value, keys included. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [visible(key), visibleValue(item)]));
}

/** Stored text as one line of plain words inside a fence: it has no line breaks and no markers. */
export function wordsLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim().replace(MARKER, '‹');
}

/**
 * Stored text as one line of JSON inside a fence. JSON has no raw line breaks, so stored text cannot start a new line. Anything
 * that looks like a marker is escaped, for readers that do not compare nonces.
 */
export function dataLine(value: unknown): string {
  return JSON.stringify(visibleValue(value)).replace(MARKER, '\\u003c');
}

/**
 * Puts lines from {@link dataLine} or {@link wordsLine} (and our own headings) between markers with a nonce. Stored text cannot
 * know the nonce, so a lesson cannot close its fence and speak as the system. `provenance` says whose text it is; it may be
 * stored text.
 */
export function fenceLines(lines: readonly string[], provenance: string, nonce: string): string {
  return [
    `<stored-data ${nonce} from="${flatName(provenance, MAX_PROVENANCE)}">`,
    ...lines,
    `</stored-data ${nonce}>`,
  ].join('\n');
}

/** One stored value as data; see {@link fenceLines}. */
export function fence(value: unknown, provenance: string, nonce: string): string {
  return fenceLines([dataLine(value)], provenance, nonce);
}

/** Marks a text that an agent gets without asking, so that a later reader of the transcript knows who wrote it. */
export function markReminder(text: string): string {
  return `<${PRODUCT.mcpKey}-memory>\n${text}\n</${PRODUCT.mcpKey}-memory>`;
}

/** Some programs escape angle brackets in the output of a hook (Gemini CLI 0.61.0) and pass it on escaped. */
const REMINDER = new RegExp(
  `(?:<|&lt;)${PRODUCT.mcpKey}-memory(?:>|&gt;)[\\s\\S]*?(?:(?:<|&lt;)/${PRODUCT.mcpKey}-memory(?:>|&gt;)|$)`,
  'g',
);

/** Removes what {@link markReminder} marked; a reminder without an end marker extends to the end of the text. */
export function withoutReminders(text: string): string {
  return text.replace(REMINDER, '');
}
