import { resultsIn } from '../counts.ts';
import { addEvent, type LogDraft } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { statesError } from '../stated-error.ts';
import { clean, cut, isPlaceholder, logSentences, withoutBold, withoutMarks } from '../texts.ts';
import { blockText, fieldOf, isKind, type Section, type SectionBlock } from './sections.ts';

// Errors that a log states in prose: something failed, and somebody wrote that down. What may, must not or would fail is no
// error. A count of failures is read elsewhere, together with what it says about the outcome (R3).

/** Sections that do not say what happened: plans, rules, others' work, lessons. */
const NOT_NEWS =
  /\b(?:protocol compliance|session start|checklist|template|examples?|options?|proposal|proposed|next|plan|todo|future|recommend\w*|objectives?|goals?|scope|requirements?|criteria|test (?:plan|cases?|strategy)|scenarios?|skills? (?:extracted|generated|candidates?|inventory)|references?|(?:key |affected )?files? (?:changed|modified|created)|inventory|blocked until|risks?|mitigations?|prevention|hypothes\w+|semantics|documentation|guidance|how to)\b/i;
/** Sections in which only the events that led to something count. */
const TOLD_OF = /\b(?:lessons?|learnings?|decisions?|takeaways?)\b/i;
const OF_ERRORS = /^(?:issue|problem|context|challenge|error|failure|mistake|what happened|situation)$/;
/** A table cell that marks its row as failed. */
const FAIL_CELL =
  /^(?:❌|✗|✘|🔴)?\s?\[?(?:FAIL(?:ED|ING|URE)?|CRITICAL_FAIL|ERROR|BROKEN)\b|\w: \[?(?:FAIL(?:ED|URE)?|CRITICAL_FAIL)\b/;
/** Headings under which every entry is an error. */
const ERRORS =
  /^(?:(?!clear|better|good|fixed|resolved|handled|no |known|expected|possible|common|improved)\w+ )?(?:errors?|failures?|mistakes?|incidents?|crash(?:es)?)(?: (?:encountered|seen|hit|made|observed|log))?$|^what (?:went wrong|failed|broke)$|^failed (?:attempts?|approaches|tests?)$/i;
const LABELS =
  /^(?:(?:critical|first|second|main|key|initial|new) )?(?:errors?|failures?|failed|mistake|incident|crash)(?: (?:message|encountered))?$/;
/** Maximum length of an error's text, in bytes. */
const MAX_CONTENT = 1000;
/** Minimum number of letters of a sentence that says what failed. */
const MIN_LETTERS = 12;

function add(draft: LogDraft, text: string, line: number): void {
  const content = cut(clean(withoutBold(text)), MAX_CONTENT);
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS || isPlaceholder(content)) return;
  // A counted failure has been added already, with its count.
  if (resultsIn(content).some(({ isFailure }) => isFailure)) return;
  addEvent(draft, { pointer: `line ${line}`, time: null, type: 'error', content, extra: { stated: true } });
}

function takeRow(draft: LogDraft, block: SectionBlock): void {
  const isFailed = block.cells.some((cell, at) => at > 0 && FAIL_CELL.test(withoutMarks(cell)));
  if (isFailed && !/^(?:expected|should)/i.test(block.heads.join(' '))) add(draft, block.text, block.line);
}

function takeBlock(draft: LogDraft, block: SectionBlock): void {
  if (block.kind === 'row') {
    takeRow(draft, block);
    return;
  }
  if (block.isTicked === false) return;
  const field = fieldOf(block.text);
  if (field !== null && LABELS.test(field.label) && field.value !== '') {
    add(draft, blockText(block), block.line);
    return;
  }
  const text = block.kind === 'paragraph' ? blockText(block).replaceAll('\n', ' ') : blockText(block);
  for (const sentence of logSentences(text))
    if (statesError(sentence)) add(draft, sentence.replace(/^[-*] /, ''), block.line);
}

/** Adds the errors that the sections of a log state. */
export function* takeErrors(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  for (const section of sections.filter(({ level }) => level > 1)) {
    const names = [section.title, ...section.above.slice(1)];
    if (names.some((name) => isKind(name, NOT_NEWS))) continue;
    const isTold = names.some((name) => TOLD_OF.test(name));
    const isAll = ERRORS.test(section.title);
    for (const block of section.blocks) {
      yield;
      // A lesson is a rule. How it was learned stands in a paragraph, or behind a label for that.
      const isStory = block.kind === 'paragraph' && fieldOf(block.text) === null;
      if (isTold && !isStory && !OF_ERRORS.test(fieldOf(block.text)?.label ?? '')) continue;
      if (isAll && block.kind === 'item' && block.isTicked === null) add(draft, blockText(block), block.line);
      else takeBlock(draft, block);
    }
  }
}
