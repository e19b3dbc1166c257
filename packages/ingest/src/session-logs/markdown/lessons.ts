import { addLesson as addPlain, type LogDraft } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { clean, cut, isPlaceholder, withoutBold } from '../texts.ts';
import { blockText, fieldOf, type Section, type SectionBlock } from './sections.ts';

const BEFORE = '(?:(?:key|main|technical|session|critical|important|new|skill|process|extracted) ){0,2}';
const AFTER = String.raw`(?: (?:learned|learnt|captured|extracted|gained|noted)| from (?:this|the) \w{1,20}| for future \w{1,20}| (?:and|&) \w{1,20}){0,2}`;
/** Headings over lessons. */
const LESSONS = new RegExp(
  `^${BEFORE}(?:lessons?|learnings?|takeaways?|insights?)${AFTER}(?: \\([^)]{0,40}\\))?:?$`,
  'i',
);
/** A section that is a lesson: "Lesson 2: …", "Learning 1", "L3: …". */
const ONE = /^(?:lesson|learning|insight|takeaway|L)\s?#?\d{1,3}\b\s?[:.–—-]?\s?(.*)$/i;
const SAID =
  /^(?:statement|lesson|learning|insight|observation|pattern|principle|rule|takeaway|corrected pattern|skill|key insight)$/;
/** Fields about a lesson that are not part of it. */
const ABOUT =
  /^(?:atomicity(?: score)?|evidence|score|validation.*|tags?|date|category|confidence|skill operation|operation|target skill id|skill id|status|impact|source|files?|context|related.*|trigger|duplicate check|reusability|clarity)$/;
const DO = /^(?:action|prevention|application|fix|correction|recommendation|solution|mitigation)$/;
/** Maximum length of a lesson that is put together from a section, in bytes. */
const MAX_LESSON = 2000;

const addLesson = (draft: LogDraft, text: string) => addPlain(draft, withoutBold(text));

/** The lesson of a section: its statement, or its title with the first text below it. */
function lessonOf(title: string, blocks: readonly SectionBlock[]): string {
  const fields = blocks.flatMap((block) => {
    const field = fieldOf(block.text);
    return field ? [{ ...field, value: [field.value, ...block.inner].join('\n').trim() }] : [];
  });
  const said = fields.find(({ label, value }) => SAID.test(label) && value !== '')?.value;
  const doing = fields.find(({ label, value }) => DO.test(label) && value !== '')?.value;
  const plain = blocks.filter(({ text, kind }) => kind !== 'row' && fieldOf(text) === null).map(blockText);
  const main = said ?? plain.slice(0, 3).join('\n');
  if (title === '') return main;
  const head = main === '' ? (doing ?? '') : main;
  return head === '' ? title : `${title}: ${head}`;
}

/** Takes the blocks of a section of lessons: each item, row or paragraph is one lesson. */
function takeBlocks(draft: LogDraft, blocks: readonly SectionBlock[]): void {
  for (const block of blocks) {
    const field = fieldOf(block.text);
    if (field && ABOUT.test(field.label)) continue;
    if (block.kind === 'row') {
      const at = block.heads.findIndex((head) => SAID.test(head) || LESSONS.test(head));
      addLesson(draft, at >= 0 ? (block.cells[at] ?? '') : '');
      continue;
    }
    // Skips a paragraph that only introduces a list or refers to another text.
    const text = blockText(block);
    if (
      block.kind === 'paragraph' &&
      (text.endsWith(':') || /^(?:see|from|this session|the following)\b.{0,80}$/i.test(text))
    )
      continue;
    const isLabel = field !== null && SAID.test(field.label) && field.value !== '' && block.inner.length === 0;
    addLesson(draft, cut(isLabel ? field.value : text, MAX_LESSON));
  }
}

/** True where the blocks are the fields of one lesson. */
const isOneLesson = (blocks: readonly SectionBlock[]) =>
  blocks.some(({ text }) => {
    const field = fieldOf(text);
    return field !== null && /^(?:statement|pattern|observation|lesson|insight|corrected pattern)$/.test(field.label);
  });

/** Lessons of the sections of a log. */
export function* takeMarkdownLessons(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  for (const { title, level, above, blocks } of sections) {
    yield;
    const one = level > 1 ? ONE.exec(title) : null;
    const isUnder = above
      .slice(1)
      .concat(above.length === 1 ? above : [])
      .some((name) => LESSONS.test(name));
    if (one) addLesson(draft, clean(lessonOf(one[1] ?? '', blocks), MAX_LESSON));
    else if (level > 1 && LESSONS.test(title)) {
      if (!isPlaceholder(blocks[0]?.text ?? '-')) takeBlocks(draft, blocks);
    } else if (isUnder && level > 1) {
      if (isOneLesson(blocks)) addLesson(draft, clean(lessonOf(title, blocks), MAX_LESSON));
      else
        takeBlocks(
          draft,
          blocks.filter(({ kind }) => kind === 'item'),
        );
    }
  }
}
