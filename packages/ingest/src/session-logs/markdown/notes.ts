import { addEvent, type LogDraft } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { clean, cut, isPlaceholder, sameText, withoutBold } from '../texts.ts';
import { blockText, fieldOf, isKind, type Section, type SectionBlock } from './sections.ts';

// Text that no rule recognises is kept as it is, one note per section. So a log in an unforeseen language, or with its own
// headings, loses nothing that its structure shows.

/** Sections that a template brings along, and sections that describe the session itself. */
const TEMPLATE =
  /\b(?:protocol|checklist|session (?:start|end|info|log|context|metadata)|blocked until|skill inventory|git (?:state|status)|branch verification|lint output|compliance|serena|objectives?|goals?|commits?|files? (?:changed|modified|created)|memor(?:y|ies)|metadata|references?|table of contents)\b/i;
/** Maximum number of notes of one log, and their maximum length in bytes. */
const MAX_NOTES = 60;
const MAX_NOTE = 2048;

const lineOf = (pointer: string) => Number(/^line (\d+)$/.exec(pointer)?.[1] ?? 0);

function textOf(block: SectionBlock): string {
  const text = blockText(block);
  if (block.kind !== 'item') return text;
  const tick = block.isTicked === null ? '' : block.isTicked ? '[x] ' : '[ ] ';
  return `- ${tick}${text}`;
}

/** What is left of a section: all of it, or the items from which nothing was taken. */
function leftOf(
  section: Section,
  end: number,
  taken: ReadonlySet<number>,
): { blocks: SectionBlock[]; code: Section['code'] } {
  if (taken.has(section.line)) return { blocks: [], code: [] };
  const lines = section.blocks.map(({ line }) => line);
  const isUntouched = lines.every((line) => !taken.has(line)) && !section.code.some(({ line }) => taken.has(line));
  if (isUntouched) return section;
  const items = section.blocks.filter(({ kind, line }) => kind !== 'paragraph' && line < end && !taken.has(line));
  return { blocks: items, code: [] };
}

/** Adds the parts of a log's sections that no other rule took. */
export function* takeNotes(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  const taken = new Set([...draft.events, ...draft.decisions].map(({ pointer }) => lineOf(pointer)));
  const lessons = new Set(draft.lessons.map(sameText));
  let notes = 0;
  for (const [n, section] of sections.entries()) {
    yield;
    const names = [section.title, ...section.above.slice(1)];
    if (section.level < 2 || notes >= MAX_NOTES || names.some((name) => isKind(name, TEMPLATE))) continue;
    const { blocks, code } = leftOf(section, sections[n + 1]?.line ?? Number.POSITIVE_INFINITY, taken);
    const told = blocks.filter(
      (block) =>
        !isPlaceholder(block.text) &&
        !lessons.has(sameText(withoutBold(blockText(block)))) &&
        fieldOf(block.text)?.label !== 'status',
    );
    const parts = [...told.map((block) => withoutBold(textOf(block))), ...code.map(({ text }) => clean(text))];
    const said = parts.filter((text) => text !== '');
    if (said.length === 0) continue;
    const place = { pointer: `line ${section.line}`, time: null };
    const content = cut([section.title, ...said].join('\n'), MAX_NOTE);
    if (addEvent(draft, { ...place, type: 'note', content, extra: { untyped: true } })) notes++;
  }
}
