import { addDecision, isFullOfDecisions, type LogDecision, type LogDraft } from '../draft.ts';
import { confidenceOf, knownType, turnedOut } from '../json/decisions.ts';
import type { InParts } from '../parts.ts';
import { reasoned } from '../reason.ts';
import { takenApart } from '../sentence.ts';
import { clean, isPlaceholder, sameText, withoutBold, withoutMarks } from '../texts.ts';
import { blockText, fieldOf, isKind, type Section, type SectionBlock } from './sections.ts';

/** Headings over decisions. */
const DECISIONS = /\bdecisions?\b|\bdecided\b/i;
/** Headings that contain the word but hold no decisions. */
const NO_DECISIONS =
  /\bdecisions? (?:tree|needed|required|pending|points?|criteria|matrix|log\b.{0,80}format|support|analysis|rationale|flow|critic)|\b(?:pending|required|needs?|open|routing|triage|for|awaiting|await|upcoming|future) decisions?|\?$|^session\b|\bphase \d|^pr\b|^adr/i;
const NAMED = /^(?:key |design |technical |architectural )?decision\s?(?:\d{1,3}|[A-Z])?\s?[:–—-]\s?(\S.*)$/i;
/** Sections below decisions that are about something else. */
const ASIDES =
  /^(?:actions?(?: taken)?|outcomes?|results?|impact|files(?: changed| modified)?|evidence\b.*|notes?\b.*|next\b.*|session\b.*|commits?\b.*|artifacts?(?: created| produced)?|immediate(?: actions?)?)$/i;

type Part = 'chosen' | 'context' | 'options' | 'rationale' | 'risks' | 'outcome' | 'confidence' | 'type';
const LABELS: [Part, RegExp][] = [
  [
    'chosen',
    /^(?:decision|chosen|selected|choice|resolution|recommendation|conclusion|answer|chosen (?:approach|option))(?: made)?$/,
  ],
  ['context', /^(?:context|question|problem|issue|situation|background|topic)$/],
  [
    'options',
    /^(?:options?|alternatives?|rejected alternatives?|options? considered|alternatives? considered|alternatives? rejected)(?: evaluated)?$/,
  ],
  ['rationale', /^(?:rationale|reason(?:ing|s)?|why|justification|because)$/],
  ['risks', /^(?:risks?|trade-?offs?|downsides?|consequences)$/],
  ['outcome', /^(?:outcome|result)$/],
  ['confidence', /^confidence$/],
  ['type', /^type$/],
];

const partOf = (label: string): Part | null => LABELS.find(([, names]) => names.test(label))?.[0] ?? null;

type Parts = Partial<Record<Part, string[]>>;

function build(chosen: string, parts: Parts, line: number): Pick<LogDecision, 'chosen'> & Partial<LogDecision> {
  const joined = (part: Part) => clean(withoutBold((parts[part] ?? []).join('\n')));
  const outcome = turnedOut(joined('outcome'));
  return {
    chosen: clean(withoutBold(chosen)),
    context: joined('context'),
    options: (parts.options ?? []).filter((option) => !isPlaceholder(option)),
    rationale: joined('rationale') || null,
    risks: (parts.risks ?? []).filter((risk) => !isPlaceholder(risk)),
    confidence: confidenceOf(joined('confidence')),
    type: knownType(joined('type')),
    outcome,
    outcomeSource: outcome === 'unknown' ? 'defaulted' : 'reported',
    extra: outcome === 'unknown' && joined('outcome') !== '' ? { outcome: joined('outcome') } : {},
    pointer: `line ${line}`,
    time: null,
  };
}

/**
 * Splits a decision whose line holds everything into its parts. It stays as it is where the log has fields for these parts (R5).
 */
function apart(decision: ReturnType<typeof build>, line: string, parts: Parts): ReturnType<typeof build> {
  if (parts.rationale) return decision;
  const told = (parts.options ? null : takenApart(decision.chosen)) ?? reasoned(line);
  if (!told) return decision;
  const options = decision.options?.length ? decision.options : told.options;
  const isWhole = told.chosen === decision.chosen;
  const extra = isWhole ? decision.extra : { ...decision.extra, sentence: decision.chosen };
  return { ...decision, ...told, options, extra: extra ?? {} };
}

function add(draft: LogDraft, chosen: string, parts: Parts, line: number): void {
  // No room is left, so splitting would be wasted work.
  if (isFullOfDecisions(draft)) draft.leftOut.decisions++;
  else addDecision(draft, { pointer: '', time: null, ...apart(build(chosen, parts, line), chosen, parts) });
}

/** Fields of a section: each label with what follows it, up to the next label. */
function partsOf(blocks: readonly SectionBlock[]): { parts: Parts; rest: SectionBlock[] } {
  const parts: Parts = {};
  const rest: SectionBlock[] = [];
  let open: Part | null = null;
  let isFilled = false;
  for (const block of blocks) {
    const field = fieldOf(block.text);
    const part = field ? partOf(field.label) : null;
    if (field && part) {
      open = part;
      isFilled = field.value !== '';
      parts[part] ??= [];
      for (const text of [field.value, ...block.inner]) if (text !== '') parts[part].push(text);
    } else if (block.kind === 'row' || (block.kind === 'paragraph' && (field || isFilled))) {
      open = null;
      rest.push(block);
    } else if (open) parts[open]?.push(blockText(block));
    else rest.push(block);
  }
  return { parts, rest };
}

/** Takes a section that is one decision: its fields, under a title that names it. */
function takeNamed(draft: LogDraft, title: string, blocks: readonly SectionBlock[], line: number): boolean {
  const { parts, rest } = partsOf(blocks);
  if (Object.keys(parts).length === 0) return false;
  const told = rest.find(({ kind, text }) => kind === 'paragraph' && DECIDED.test(text));
  if (told && !parts.chosen) parts.chosen = [told.text.replace(/:$/, '')];
  const chosen = (parts.chosen ?? []).join('\n');
  const context = [...(parts.context ?? []), ...(chosen === '' || title === '' ? [] : [title])];
  if (chosen === '' && title === '') return false;
  add(draft, chosen === '' ? title : chosen, { ...parts, context }, line);
  return true;
}

const COLUMNS: [Part | 'name', RegExp][] = [
  ['chosen', /^(?:choice|chosen|selected|selection)$/],
  ['name', /^(?:key |design )?(?:decisions?|what|topic|question)(?: made)?$/],
  ...LABELS.filter(([part]) => part !== 'chosen'),
];

/** Takes a row of a table of decisions. Where the choice has its own column, the decision column is the question (R6). */
function takeRow(draft: LogDraft, { cells, heads, line }: SectionBlock): void {
  const cell = (name: Part | 'name') => {
    const at = heads.findIndex((head) => COLUMNS.find(([, names]) => names.test(head))?.[0] === name);
    return cells[at] ?? '';
  };
  const [choice, name] = [cell('chosen'), cell('name')];
  if (name === '') return;
  const parts: Parts = {};
  for (const part of ['context', 'options', 'rationale', 'risks', 'outcome', 'confidence', 'type'] as const) {
    if (cell(part) !== '') parts[part] = [cell(part)];
  }
  if (choice !== '') parts.context = [name, ...(parts.context ?? [])];
  add(draft, choice === '' ? name : choice, parts, line);
}

/** Takes an item of a list of decisions: what was chosen, with the fields below it. */
function takeItem(draft: LogDraft, block: SectionBlock): void {
  const parts: Parts = {};
  const rest: string[] = [];
  for (const text of block.inner) {
    const field = fieldOf(text);
    const part = field ? partOf(field.label) : null;
    if (field && part) parts[part] = [...(parts[part] ?? []), field.value];
    else rest.push(text);
  }
  add(draft, blockText({ ...block, inner: rest }), parts, block.line);
}

/** Joins items that only give a reason or options to the item before them. */
function withTheirParts(items: readonly SectionBlock[]): SectionBlock[] {
  const whole: SectionBlock[] = [];
  for (const item of items) {
    const part = partOf(fieldOf(item.text)?.label ?? '');
    const last = whole.at(-1);
    if (last && part && part !== 'chosen') whole[whole.length - 1] = { ...last, inner: [...last.inner, item.text] };
    else whole.push(item);
  }
  return whole;
}

/** Maximum number of checkboxes of one list that become decisions. */
const MAX_TICKS = 100;

/** Takes a list of checkboxes: the ticked ones were chosen among all of them. */
function takeTicks(draft: LogDraft, blocks: readonly SectionBlock[]): void {
  const options = blocks.slice(0, 100).map((one) => one.text);
  for (const { text, line } of blocks.filter(({ isTicked }) => isTicked === true).slice(0, MAX_TICKS)) {
    add(draft, text, { options }, line);
  }
}

/** The items below a sentence that introduces them; they are part of it. */
function ledBy(blocks: readonly SectionBlock[], at: number): SectionBlock[] {
  if (!blocks[at]?.text.trim().endsWith(':')) return [];
  let end = at + 1;
  while (blocks[end]?.kind === 'item') end++;
  return blocks.slice(at + 1, end);
}

/** Takes a paragraph that is a decision, with the list that it introduces: reasons, or details. */
function takeParagraph(draft: LogDraft, block: SectionBlock, led: readonly SectionBlock[], parts: Parts): void {
  const isReason = /\b(?:because|reasons?|since)\b[^.]{0,80}:$/i.test(block.text.trim());
  const texts = led.map(({ text }) => text);
  const inner = isReason ? texts.map((text) => `Rationale: ${text}`) : texts;
  takeItem(draft, { ...block, text: block.text.trim().replace(/:$/, ''), inner: [...inner, ...asInner(parts)] });
}

/** Headings over a single decision. A verdict counts when a reason is given. */
const ONE = /^(?:final )?(?:decision(?: made)?|verdict)$/i;
const isReasonedVerdict = ({ title, blocks }: Section) =>
  /^(?:final )?verdict$/i.test(title) && partsOf(blocks).parts.rationale !== undefined;

function* takeBlocks(draft: LogDraft, section: Section): InParts<void> {
  const { parts, rest } = partsOf(section.blocks);
  if (parts.chosen) {
    takeNamed(draft, '', section.blocks, section.line);
    return;
  }
  const ticks = rest.filter(({ isTicked }) => isTicked !== null);
  if (ticks.length > 1) takeTicks(draft, ticks);
  // Under "Decision" the first paragraph is the decision; under "Decisions" a paragraph only introduces them.
  const isOne = ONE.test(section.title) && rest[0]?.kind === 'paragraph';
  const known = new Set<SectionBlock>();
  for (const [at, block] of rest.entries()) {
    yield;
    if (known.has(block)) continue;
    if (block.kind === 'row') takeRow(draft, block);
    else if (block.kind === 'item' && block.isTicked === null && !isOne) takeItem(draft, block);
    else if (block.kind === 'paragraph' && ((isBoldLed(block.text) && !isOne) || (isOne && at === 0))) {
      const led = ledBy(rest, at);
      for (const item of led) known.add(item);
      takeParagraph(draft, block, led, isOne && at === 0 ? parts : {});
    }
  }
}

/** True for "**Chosen thing** - why", which is not a label. */
const isBoldLed = (text: string) => /^\*\*[^*\n]{3,200}\*\*\s?[^:\s]/.test(text);

/** Labels in any section that introduce decisions. */
const TELLS =
  /^(?:key |main |final |technical |design |architecture )?decisions?(?: made| taken| reached)?$|^decided$|^(?:chosen|selected) (?:approach|option|solution|design)$/;
/** Sentences that begin with what somebody decided. */
const DECIDED =
  /^(?:(?:we|i) )?(?:decided (?:to|on|against|not to)|chose|opted (?:for|to)|settled on|agreed (?:to|on)|went with)\s/i;
/** Sections about possibilities, about others or about another time. */
const NOT_DECIDED =
  /\b(?:protocol|checklist|template|examples?|options?|proposal|proposed|next|plan|todo|context|background|prior|previous|lessons?|learnings?|objectives?|recommend\w*|questions?|needed|required|skills? (?:extracted|generated|candidates?)|statement)\b/i;

/** Takes the decisions of a log's sections: lists, tables, and subsections under a heading for decisions. */
export function* takeMarkdownDecisions(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  for (const [at, section] of sections.entries()) {
    yield;
    const named = NAMED.exec(section.title)?.[1];
    const isUnder =
      section.above.slice(1).some(isDecisions) || (section.above.length === 1 && isDecisions(section.above[0] ?? ''));
    if (named !== undefined && section.level > 1) {
      const below = sections.slice(at + 1, at + 1 + 20).findIndex(({ level }) => level <= section.level);
      const inner = sections.slice(at + 1, at + 1 + Math.max(0, below)).map(asField);
      if (!takeNamed(draft, named, [...section.blocks, ...inner.flat()], section.line))
        takeTitled(draft, named, section);
    } else if (section.level > 1 && (isDecisions(section.title) || isReasonedVerdict(section))) {
      const next = sections[at + 1];
      const reason = next && next.level > section.level && partOf(next.title.toLowerCase()) ? asField(next) : [];
      yield* takeBlocks(draft, section);
      if (reason.length > 0) giveReason(draft, section, partsOf(reason).parts);
    } else if (isUnder && !ASIDES.test(section.title) && partOf(section.title.toLowerCase()) === null) {
      if (!takeNamed(draft, section.title, section.blocks, section.line)) takeTopic(draft, section);
    } else if (
      section.level > 1 &&
      ![section.title, ...section.above.slice(1)].some((name) => isKind(name, NOT_DECIDED))
    ) {
      yield* takeTold(draft, section);
    }
  }
}

/** Takes a decision section without labels: its first sentence is the choice if it is worded as one, else its title. */
function takeTopic(draft: LogDraft, section: Section): void {
  const first = section.blocks.find(({ kind }) => kind === 'paragraph');
  if (first && DECIDED.test(first.text)) takeItem(draft, first);
}

/** Takes decisions in a section about something else: behind a label for decisions, or in a sentence that begins with one. */
function* takeTold(draft: LogDraft, { blocks }: Section): InParts<void> {
  for (const [at, block] of blocks.entries()) {
    yield;
    const field = fieldOf(block.text);
    if (field !== null && TELLS.test(field.label)) takeLabelled(draft, blocks, at, field.value);
    else if (block.kind !== 'row' && block.isTicked !== false && DECIDED.test(withoutMarks(block.text)))
      takeItem(draft, block);
  }
}

/** Maximum length of a list that a label introduces. */
const MAX_LED = 200;

/** Takes what follows a label for decisions: one decision with its fields, or the list that the label introduces. */
function takeLabelled(draft: LogDraft, blocks: readonly SectionBlock[], at: number, value: string): void {
  const { inner, line, text } = blocks[at] as SectionBlock;
  if (value !== '') {
    const after = blocks.slice(at + 1, at + 1 + 8);
    const next = after.findIndex((block) => TELLS.test(fieldOf(block.text)?.label ?? ''));
    const { parts } = partsOf(next < 0 ? after : after.slice(0, next));
    takeItem(draft, { ...(blocks[at] as SectionBlock), text: value, inner: [...inner, ...asInner(parts)] });
    return;
  }
  const led = ledBy(
    [{ ...(blocks[at] as SectionBlock), text: `${text}:` }, ...blocks.slice(at + 1, at + 1 + MAX_LED)],
    0,
  );
  const listed = inner.map((one) => ({ ...(blocks[at] as SectionBlock), text: one, line, inner: [] }));
  for (const item of withTheirParts([...listed, ...led])) takeItem(draft, item);
}

/** Parts, written as fields of an item. */
const asInner = (parts: Parts): string[] =>
  (['rationale', 'options', 'risks', 'context'] as const).flatMap((part) =>
    (parts[part] ?? []).map((text) => `**${part}**: ${text}`),
  );

/** A section whose title is a label, converted to that field. */
function asField({ title, line, blocks }: Section): SectionBlock[] {
  return [
    { kind: 'paragraph', text: `**${title}**:`, line, inner: [], isTicked: null, cells: [], heads: [] },
    ...blocks,
  ];
}

/** Takes "### Decision 2: X" without fields: the text below it describes X. */
function takeTitled(draft: LogDraft, title: string, { blocks, line }: Section): void {
  const more = blocks.filter(({ kind }) => kind !== 'row').map(blockText);
  add(draft, title, more.length > 0 && sameText(more.join(' ')) !== '' ? { context: [more.join('\n')] } : {}, line);
}

/** Adds the reason from a subsection to the only decision of its section. */
function giveReason(draft: LogDraft, section: Section, parts: Parts): void {
  const lines = new Set([section.line, ...section.blocks.map(({ line }) => line)].map((line) => `line ${line}`));
  const own = draft.decisions.filter(({ pointer }) => lines.has(pointer));
  const [one] = own;
  if (own.length !== 1 || !one || one.rationale !== null) return;
  one.rationale = clean((parts.rationale ?? []).join('\n')) || null;
}

function isDecisions(title: string): boolean {
  return title.length <= 80 && DECISIONS.test(title) && !NO_DECISIONS.test(withoutMarks(title));
}
