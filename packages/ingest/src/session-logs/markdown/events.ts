import { addEvent, type LogDraft } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { takeResults } from '../prose.ts';
import { statedOutcome } from '../stated.ts';
import { clean, cut, headline, isPlaceholder, withoutBold, withoutMarks } from '../texts.ts';
import { blockText, fieldOf, type Section, type SectionBlock } from './sections.ts';

/** Headings over what was done. */
const WORK =
  /^(?:detailed )?(?:session )?(?:work ?logs?|work (?:completed|performed|done|summary|log)|actions?(?: taken| completed| performed)?|(?:session |final )?(?:outcomes?|results?|summary)|execution log|tasks?(?: list| progress)?|fixes|resolutions?|tasks? completed|changes? (?:made|implemented)|what was done|completed(?: work| tasks| items)?|accomplishments|implementation(?: summary| details)?|fixes applied|progress|activity log|timeline|execution|summary of (?:work|changes)|results summary)$/i;
const MADE =
  /^(?:artifacts?|files|documents?)(?: \w{1,20})? (?:created|added|produced)$|^(?:artifacts?|deliverables?|new files|created files|artifacts? generated|output files)$/i;
const HANDED = /^(?:hand-?off|hand-?over)(?: (?:to|for|summary|notes?)\b.{0,60})?$/i;
/** Sections that are plans or templates, or about others. */
const NO_NEWS =
  /\b(?:objectives?|goals?|next|plan(?:ned)?|recommend\w*|todo|future|follow-?ups?|context|background|protocol compliance|start|blocked until|inventory|requirements?|criteria|references?|lessons?|learnings?|decisions?|options?|proposal|root cause|problem|issue|risk\w*|before|baseline|strategy|example|template|analysis|findings?|scenario\w*|remediation)\b/i;
const NOT_DONE = /^(?:in[ _-]?progress|blocked|deferred|skipped|waiting|cancel)/i;
const NOT_BEGUN = /^(?:pending|todo|to do|planned|not started|queued)/i;
/** Sections below a heading for work that are not work. Only these are excluded, because an analysis is work too. */
const NO_WORK =
  /\b(?:objectives?|goals?|next|plan(?:ned)?|todo|future|follow-?ups?|context|before|example|template|options?|proposal|lessons?|learnings?|decisions?|commits?|protocol compliance|session (?:start|end)|recommend\w*)\b/i;
/** Sections whose checkboxes are gates, not work. */
const CHECKLISTS =
  /\b(?:protocol|checklist|session (?:start|end|log)|start|end|serena|initiali[sz]ation|context (?:retrieval|gathering)|skill validation|blocked until|inventory|compliance|criteria|validation)\b/i;
/** Maximum length of an event's text, in bytes. */
const MAX_CONTENT = 4096;

const place = (line: number) => ({ pointer: `line ${line}`, time: null });
const isUnder = (section: Section, names: RegExp) =>
  [section.title, ...section.above.slice(1)].some((name) => names.test(name));

/** The status that a block states for its own work. */
function statusOf(block: SectionBlock): string {
  if (block.isTicked === false) return 'todo';
  const at = block.heads.findIndex((head) => /^(?:status|state|result)$/.test(head));
  return withoutMarks((at < 0 ? '' : (block.cells[at] ?? '')).replace(/[[\]]/g, ''));
}

function addWork(draft: LogDraft, content: string, status: string, line: number): void {
  if (
    isPlaceholder(headline(content)) ||
    /^\[(?:n\/a|skip\w*)\]/i.test(content) ||
    content.trim().endsWith(':') ||
    NOT_BEGUN.test(status)
  )
    return;
  addEvent(draft, {
    ...place(line),
    type: NOT_DONE.test(status) ? 'note' : 'milestone',
    content: cut(withoutBold(content), MAX_CONTENT),
  });
}

/** Takes a titled section of work as one event, with the text of its list. */
function takeTitled(draft: LogDraft, { title, blocks, line }: Section): void {
  const status = blocks.map(({ text }) => fieldOf(text)).find((field) => field?.label === 'status')?.value ?? '';
  const told = blocks
    .filter(({ kind, isTicked, text }) => kind === 'item' && isTicked !== false && !isPlaceholder(text))
    .map((block) => `- ${blockText(block)}`);
  // A title alone says nothing, unless its status says that it is done.
  if (told.length === 0 && !statedOutcome(status, false)) return;
  addWork(draft, clean([title, ...told].join('\n'), MAX_CONTENT), withoutMarks(status.replace(/[[\]]/g, '')), line);
}

function* takeWork(draft: LogDraft, section: Section): InParts<void> {
  if (!WORK.test(section.title)) {
    takeTitled(draft, section);
    return;
  }
  for (const block of section.blocks) {
    yield;
    const field = fieldOf(block.text);
    const isLabel = block.kind === 'paragraph' && (field !== null || block.text.endsWith(':'));
    if (!isLabel) addWork(draft, blockText(block), statusOf(block), block.line);
  }
}

/** Takes ticked items outside of the session's checklists, which were done. */
function takeTicks(draft: LogDraft, { blocks }: Section): void {
  for (const block of blocks.filter(({ isTicked }) => isTicked === true))
    addWork(draft, blockText(block), '', block.line);
}

function takeMade(draft: LogDraft, section: Section): void {
  for (const block of section.blocks.filter(({ kind }) => kind !== 'paragraph')) {
    if (isPlaceholder(block.text) || block.isTicked === false) continue;
    addEvent(draft, { ...place(block.line), type: 'artifact', content: cut(blockText(block), MAX_CONTENT) });
  }
}

function* takeProse(draft: LogDraft, section: Section): InParts<void> {
  for (const block of section.blocks) {
    yield;
    const text = blockText(block);
    takeResults(draft, text, place(block.line));
    const field = fieldOf(block.text);
    if (field && /^(?:hand-?off|handed off)(?: to)?$/.test(field.label) && !isPlaceholder(field.value)) {
      addEvent(draft, { ...place(block.line), type: 'handoff', content: field.value });
    }
  }
}

/** Takes the events of a log from its sections. */
export function* takeMarkdownEvents(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  for (const section of sections) {
    yield;
    if (isUnder(section, MADE)) takeMade(draft, section);
    else if (isUnder(section, WORK) && !isUnder(section, NO_WORK)) yield* takeWork(draft, section);
    else if (!isUnder(section, CHECKLISTS)) takeTicks(draft, section);
    if (HANDED.test(section.title) && section.blocks.length > 0) {
      const content = clean(section.blocks.map(blockText).join('\n'), MAX_CONTENT);
      if (!isPlaceholder(content)) addEvent(draft, { ...place(section.line), type: 'handoff', content });
    }
    if (!isUnder(section, NO_NEWS)) yield* takeProse(draft, section);
  }
}
