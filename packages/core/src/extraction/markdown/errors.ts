import { resultsIn } from '../counts.ts';
import { addEvent, type Draft } from '../draft.ts';
import { clean, cut, isPlaceholder, sentencesOf, withoutBold, withoutMarks } from '../texts.ts';
import { type Block, blockText, fieldOf, isKind, type Section } from './sections.ts';

// Errors that a log states in prose: something failed, and somebody wrote down that it did. What may fail, must not, or would
// is none; a count of failures is read elsewhere, with what it says of the outcome (R3).

/** Sections that tell what happened to nobody: plans, rules, others' work, what was learned. */
const NOT_NEWS =
  /\b(?:protocol compliance|session start|checklist|template|examples?|options?|proposal|proposed|next|plan|todo|future|recommend\w*|objectives?|goals?|scope|requirements?|criteria|test (?:plan|cases?|strategy)|scenarios?|skills? (?:extracted|generated|candidates?|inventory)|references?|(?:key |affected )?files? (?:changed|modified|created)|inventory|blocked until|risks?|mitigations?|prevention|hypothes\w+|semantics|documentation|guidance|how to)\b/i;
/** Sections in which only what led to something is news. */
const TOLD_OF = /\b(?:lessons?|learnings?|decisions?|takeaways?)\b/i;
const OF_ERRORS = /^(?:issue|problem|context|challenge|error|failure|mistake|what happened|situation)$/;
/** What says that something failed. */
const FAILED =
  /\b(?:(?:failed|FAILED)\b(?! (?:workflow|runs?|prs?|checks?|tests?|jobs?|attempts?|reviews?|validations?)\b)|fails\b|(?:are|is|was|were|still|checks?|tests?|CI|builds?|[1-9]\d*(?: \w+)?) failing|(?:multiple|several|many|two|three|[1-9]\d*) (?:\w+ ){0,2}(?:failures|errors)\b|crash(?:es|ed|ing)\b|errored\b|threw\b|timed out\b|hung\b|exit(?:s|ed)? (?:with )?(?:code |status )?[1-9]\d{0,2}\b|with exit code [1-9]\d{0,2}\b|could not\b|couldn't\b|unable to\b|not recogni[sz]ed\b|command not found|no such file|(?:returned|got|with|status|HTTP) (?:an? )?(?:HTTP )?[45]\d\d\b|(?:blocked|rejected|refused|denied) (?:the |my |our |its |this )?(?:first )?(?:commit|push|merge|request|connection)\b|(?:push|commit|merge|request|connection|build|permission|access) (?:was |were |is )?(?:blocked|rejected|refused|denied)\b|rate[- ]limited\b|rate limit (?:exceeded|hit|reached)|detached HEAD|hook (?:flagged|blocked|rejected)\b|(?:referenced|used|committed to|pushed to) the wrong\b|[A-Z]\w+(?:Error|Exception)(?=:)|did(?: not|n't) (?:work|run|start|trigger|load|parse|include)\b|failure alert)|:\s(?:❌\s?)?\[?(?:CRITICAL_FAIL|FAIL(?:ED|URE|ING)?)\b|\bfail\w* with\b/;
/** What only may be, was wanted, is a name, or is over and said of others. */
const NO_ERROR =
  /\b(?:if|when(?:ever)?|would|should|may|might|must|will|unless|until|can|cannot fail|ensure\w*|prevent\w*|avoid\w*|handl(?:e|es|ed|ing)|expected|in case|to fail|on fail\w*|that fail\w*|which fail\w*|tests? that|(?:merge|wins|over|downgrade\w*|returns?|treat\w*|aggregat\w*) .{0,30}CRITICAL_FAIL|CRITICAL_FAIL (?:wins|or|if|when|and)|fails? ?-?(?:fast|safe|closed|open|over|validation|explicitly|loudly)|now (?:\w+ )?fails|not? (?:longer )?fail\w*|exit codes|rate before|(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:fail\w*|errors?|crash\w*)|(?:never|not|nothing|none|neither) (?:\w+ )?fail\w*|failing test first|pre-?existing|simulat\w*|mock\w*|deliberate\w*|intentional\w*|example|e\.g\.|verif(?:y|ies|ied) (?:that|it|the)|non-existent|red-green|TDD|historical\w*|silently|gracefully|prior sessions?|previous sessions?|claims?|any|false positives?|not a real failure|objective|goal|\d%? (?:\w+ )?(?:rate|reduction))\b|\?$|→|\b\d\s?=\s?\w|\brate\b(?! limit)/i;
/** Work that was done about a failure, and plans for it. */
const WORK =
  /^(?:\W*)(?:fix(?:es|ed)?|add(?:s|ed)?|implement\w*|document\w*|creat\w*|updat\w*|writ\w*|wrote|test(?:s|ed)?|verif\w*|check(?:s|ed)?|resolv\w*|handl\w*|removed?|return(?:s|ed)?|rais\w*|throw|exits? [02]|review\w*|investigat\w*|debug\w*|analy[sz]\w*|identif\w*|improv\w*|support\w*|extract\w*|categoriz\w*|require\w*|use[ds]?|re-?run|monitor|track\w*|read|ensure\w*|block(?:s)? )/i;
/** A cell that says its row failed. */
const FAIL_CELL = /^(?:❌|✗|✘|🔴)?\s?\[?(?:FAIL(?:ED|ING|URE)?|CRITICAL_FAIL|ERROR|BROKEN)\b/;
/** Headings under which every entry is an error. */
const ERRORS =
  /^(?:\w+ )?(?:errors?|failures?|mistakes?|incidents?|crash(?:es)?)(?: (?:encountered|seen|hit|made|observed|log))?$|^what (?:went wrong|failed|broke)$|^failed (?:attempts?|approaches|tests?)$/i;
const LABELS = /^(?:errors?|failures?|failed|mistake|incident|crash)(?: (?:message|encountered))?$/;
/** Longest text of an error, in bytes. */
const MAX_CONTENT = 1000;
/** Shortest sentence that says what failed. */
const MIN_LETTERS = 12;

function add(draft: Draft, text: string, line: number): void {
  const content = cut(clean(withoutBold(text)), MAX_CONTENT);
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS || isPlaceholder(content)) return;
  // One that was counted is there already, with its count.
  if (resultsIn(content).some(({ isFailure }) => isFailure)) return;
  addEvent(draft, { pointer: `line ${line}`, time: null, type: 'error', content, extra: { stated: true } });
}

/** True for a sentence that states a failure. */
export function statesError(sentence: string): boolean {
  // What stands in quotes is what something says.
  const text = withoutMarks(sentence.replace(/^[-*] /, '')).replace(/\s?"[^"\n]{0,400}"/g, '');
  return text.split(/\s+/).length > 3 && FAILED.test(text) && !NO_ERROR.test(text) && !WORK.test(text);
}

function takeRow(draft: Draft, block: Block): void {
  const isFailed = block.cells.some((cell, at) => at > 0 && FAIL_CELL.test(withoutMarks(cell)));
  if (isFailed && !/^(?:expected|should)/i.test(block.heads.join(' '))) add(draft, block.text, block.line);
}

function takeBlock(draft: Draft, block: Block): void {
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
  for (const sentence of sentencesOf(text))
    if (statesError(sentence)) add(draft, sentence.replace(/^[-*] /, ''), block.line);
}

/** Adds the errors that the sections of a log state. */
export function takeErrors(draft: Draft, sections: readonly Section[]): void {
  for (const section of sections.filter(({ level }) => level > 1)) {
    const names = [section.title, ...section.above.slice(1)];
    if (names.some((name) => isKind(name, NOT_NEWS))) continue;
    const isTold = names.some((name) => TOLD_OF.test(name));
    const isAll = ERRORS.test(section.title);
    for (const block of section.blocks) {
      // What is learned is a rule; how it was learned stands in a paragraph, or behind a label for it.
      const isStory = block.kind === 'paragraph' && fieldOf(block.text) === null;
      if (isTold && !isStory && !OF_ERRORS.test(fieldOf(block.text)?.label ?? '')) continue;
      if (isAll && block.kind === 'item' && block.isTicked === null) add(draft, blockText(block), block.line);
      else takeBlock(draft, block);
    }
  }
}
