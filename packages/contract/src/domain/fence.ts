import { PRODUCT } from '../product.js';

/** Longest provenance in UTF-16 units; names of projects and agents come from outside too. */
const MAX_PROVENANCE = 200;

/**
 * Controls, format characters (bidirectional overrides, zero-width, tags) and what fonts draw as nothing (variation
 * selectors, fillers): they hide text from a person or a marker from an agent. Tab and line breaks stay.
 */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A stored name outside a fence: one line, without quotes or brackets, at most `max` UTF-16 units. */
export function flatName(name: string, max = 60): string {
  const flat = visible(name).replace(/\s+/g, ' ').replace(/["<>]/g, "'");
  return flat.slice(0, max).toWellFormed();
}

/** Our markers, whoever wrote them and in whatever letter case. */
const MARKER = new RegExp(`<(?=[\\s/]*(?:stored-data|${PRODUCT.mcpKey}-memory))`, 'gi');

/** Most stored text is plain ASCII, which this test passes over many times as fast as {@link INVISIBLE} does. */
const PLAIN = /^[\t\n\r -~]*$/;

/** Text without characters that act or hide. */
export function visible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(INVISIBLE, '');
}

/** Every string of a JSON value made {@link visible}, keys included. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [visible(key), visibleValue(item)]));
}

/** Stored text as a line of plain words, to stand inside a fence: it has no line breaks, and nothing in it is a marker. */
export function wordsLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ').trim().replace(MARKER, '‹');
}

/**
 * Stored text as one line of JSON, to stand inside a fence. JSON has no raw line breaks, so stored text cannot begin a
 * line of its own; and whatever in it looks like a marker is escaped, for readers that do not compare nonces.
 */
export function dataLine(value: unknown): string {
  return JSON.stringify(visibleValue(value)).replace(MARKER, '\\u003c');
}

/**
 * Lines made by {@link dataLine} or {@link wordsLine} (and headings of our own) between markers with a nonce that no stored text can know, so
 * that a lesson cannot close its fence and speak as the system. `provenance` says whose text it is; it may be stored text.
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

/** Marks a text that is given to an agent unasked, so that whoever reads its transcript later knows whose words they are. */
export function markReminder(text: string): string {
  return `<${PRODUCT.mcpKey}-memory>\n${text}\n</${PRODUCT.mcpKey}-memory>`;
}

/** Some programs escape angle brackets in what a hook says (Gemini CLI 0.61.0), and hand it on so. */
const REMINDER = new RegExp(
  `(?:<|&lt;)${PRODUCT.mcpKey}-memory(?:>|&gt;)[\\s\\S]*?(?:(?:<|&lt;)/${PRODUCT.mcpKey}-memory(?:>|&gt;)|$)`,
  'g',
);

/** A text without what {@link markReminder} put into it; one that was cut off counts to the end. */
export function withoutReminders(text: string): string {
  return text.replace(REMINDER, '');
}
