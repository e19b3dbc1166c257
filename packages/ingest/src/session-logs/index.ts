import { parseJson, shorten } from '@twicewise/contract';
import type { Extracted, LogFile, Unreadable } from './extracted.ts';
import { extractJson } from './json/log.ts';
import { extractMarkdown } from './markdown/log.ts';
import { type InParts, whole } from './parts.ts';
import { clean } from './texts.ts';

export { EXTRACTION_RULES, type Extracted, type ExtractedSession, type LogFile, type Unreadable } from './extracted.ts';

/** Maximum length of a session's name, in UTF-16 units. */
const MAX_NAME = 256;

/** What the session of a log is called: as its file, without the extension. */
export function sessionOfLog(name: string): string {
  const bare = clean(name.split(/[\\/]/).at(-1) ?? '').replace(/(?<=.)\.(?:json|jsonc|md|markdown|txt)$/i, '');
  return shorten(bare, MAX_NAME) || 'session';
}

/** Comments before JSON, which people and formatters add. */
const COMMENTS =
  /^(?:\s{0,100}(?:\/\/[^\n]{0,2000}|#[^\n]{0,2000}|\/\*[^*]{0,5000}\*\/|<!--[^>]{0,5000}-->)\s{0,100}(?:\n|$)){1,100}/;

/** The JSON of a text without the comments before it; null when it is not JSON. */
function behindComments(text: string): string | null {
  const rest = text.replace(COMMENTS, '').trimStart();
  return rest !== text && /^[{[]/.test(rest) && isJson(rest) ? rest : null;
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Extracts the episode of a session log, or the reason why there is none, in small parts. Pure: the same file gives the same
 * result, and no file makes it throw. JSON is recognised by the text, not by the name; a text that begins with a bracket may
 * still be Markdown.
 */
export function* extractingLog(file: LogFile): InParts<Extracted | Unreadable> {
  const whole = file.text.replace(/^\uFEFF/, '');
  const text = behindComments(whole) ?? whole;
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) return { problem: 'The file is empty.' };
  const nativeId = sessionOfLog(file.name);
  if (first !== '{' && first !== '[') {
    // A bare value such as `null` is JSON too, but a session is more than one word.
    if (text.length < 1000 && isJson(text)) return { problem: 'This JSON has nothing of a session log.' };
    return yield* extractMarkdown({ ...file, text }, nativeId);
  }
  const answer = yield* extractJson({ ...file, text }, nativeId);
  const isMarkdown = 'problem' in answer && first === '[' && /\.(?:md|markdown)$/i.test(file.name);
  return isMarkdown ? yield* extractMarkdown({ ...file, text }, nativeId) : answer;
}

/** As {@link extractingLog}, in one go. */
export const extractLog = (file: LogFile): Extracted | Unreadable => whole(extractingLog(file));
