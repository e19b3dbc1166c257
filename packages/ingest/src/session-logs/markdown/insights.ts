import { addEvent, type LogDraft } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { clean, cut, isPlaceholder, logSentences, sameText, withoutBold } from '../texts.ts';
import { blockText, fieldOf, type Section, type SectionBlock } from './sections.ts';

// What a log found out and what it leaves to do: root causes, findings, blockers and next steps, recognised by headings and
// labels.

type Kind = 'root_cause' | 'finding' | 'blocker' | 'next_step';

/** What a heading says about the text below it; the first match counts. */
const HEADINGS: readonly [Kind, RegExp][] = [
  [
    'root_cause',
    /\broot[- ]?causes?\b|^(?:likely |probable )?causes?(?: of .*)?$|\bfive whys\b|^diagnosis$|^why (?:it|this|did|does|is|was|were)\b/i,
  ],
  [
    'blocker',
    /^(?:\w+ )?blockers?\b|^blocking (?:issues?|items?|problems?|findings?)\b|^blocked(?: (?:by|on|items?|prs?|work))?$|^impediments?$|^open (?:questions?|issues?|problems?)\b|^(?:remaining|unresolved|outstanding) (?:issues?|concerns?|questions?|problems?)\b/i,
  ],
  [
    'next_step',
    /^(?:immediate |suggested |recommended |proposed )?next (?:steps?|actions?|sessions?|tasks?|phase)\b|^(?:required |recommended )?follow-?ups?\b|^to-?dos?\b|^action items?\b|^(?:remaining|outstanding|pending|open) (?:work|tasks?|items?|actions?|todos?|steps?)\b|^(?:notes|context|hand-?off|recommendations?) for (?:the )?(?:next|future)\b|^(?:\w+ ){0,2}recommend(?:ations?|ed)\b|^resolution path$|^future (?:work|improvements?|considerations?|enhancements?)\b|^what(?:'s| is) (?:next|left)\b|^(?:must|should) fix\b|^nice to have\b|^(?:\w+ )?improvements? needed$|^deferred(?: items?| work)?$/i,
  ],
  [
    'finding',
    /\bfindings?\b|^(?:\w+ ){0,2}(?:issues?|problems?|bugs?|gaps?|defects?|miss(?:es)?|concerns?|discrepanc\w+|violations?|failures?|errors?)(?: (?:found|identified|discovered|detected|noticed|encountered|tracked|fixed|resolved))?$|^(?:\w+ )?observations?\b|^what (?:was missed|happened|went wrong|i found)\b|^problem (?:statement|analysis|description)$|^symptoms?$|^(?:\w+ ){0,2}analysis(?: (?:summary|results?|findings?))?$|^investigation(?: (?:summary|results?))?$|^(?:challenges?|difficulties|obstacles)\b|^evidence of\b|^(?:executive |critique )?summary of (?:issues|findings)$|^discover(?:y|ies)$|^insights?$|^(?:final )?verdict$/i,
  ],
];
/** Headings about other things, wherever they stand. */
const OTHERS =
  /^(?:\w+ ){0,3}(?:decisions?|lessons?|learnings?|protocol|protocol compliance|session (?:start|end|info|log)|commits?|artifacts?|files?|work ?log|checklist|compliance|git (?:state|status)|inventory|objectives?|deliverables?|test (?:plan|cases?|steps)|references?|template|skills?|metadata|options?|alternatives?|plan|requirements?|criteria|actions? taken|changes?|metrics|statistics)(?: (?:made|taken|created|modified|changed|extracted|generated|applied|updated|until|considered|complete|this|all|\().*)?$|\buntil$/i;
const LABELS: readonly [Kind, RegExp][] = [
  [
    'root_cause',
    /^(?:[\w-]+ ){0,3}root causes?(?: (?:identified|analysis|hypothesis|confirmed|of .{1,40}))?$|^(?:likely )?cause$/,
  ],
  ['blocker', /^blockers?$|^blocked (?:by|on)$|^blocking(?: issues?)?$/],
  [
    'next_step',
    /^(?:recommended |immediate )?next(?: steps?| actions?| session)?$|^(?:final )?recommendations?$|^follow-?ups?(?: actions?)?$|^to-?do$|^remaining(?: work)?$|^action items?$|^(?:recommended|suggested|proposed) (?:amendments?|changes?|fix(?:es)?|improvements?|actions?|steps?)$/,
  ],
  [
    'finding',
    /^(?:[\w-]+ ){0,3}findings?$|^(?:key |critical )?issues?(?: (?:found|identified|discovered|detected))?$|^problems?$|^symptoms?$|^(?:key )?observations?$|^(?:found|discovered) (?:an? )?\w+$|^gaps?(?: identified)?$|^bugs?(?: found)?$|^challenges?$|^hidden errors$|^(?:key )?discover(?:y|ies)$|^what went wrong$|^limitations?$/,
  ],
];
/** Labels of facts about a finding that mean nothing alone. */
const ABOUT =
  /^(?:status|severity|location|files?|lines?|agents?|date|priority|confidence|type|category|id|author|path|title|url|pr|branch|thread|comment id|classification|atomicity(?: score)?|tags?|fix applied|example fix|code|commit|tracked)$/;
/** Headings that only name a kind of thing, and so are not part of the text. */
const PLAIN =
  /^(?:(?:key|main|critical|detailed|session|initial|final|research|analysis|investigation|actual|immediate|suggested|recommended|important|major) ){0,2}(?:root causes?(?: analysis)?|causes?|findings?(?: summary)?|(?:issues?|problems?|gaps?|bugs?|defects?|violations?|concerns?)(?: (?:found|identified|discovered|detected))?|problem statement|observations?|analysis(?: summary)?|blockers?|blocking issues?|summary|symptoms?|challenges?|investigation(?: summary)?|recommendations?|next (?:steps?|actions?))$/i;
/** Maximum length of an event's text, in bytes. */
const MAX_CONTENT = 4096;

const kindIn = (table: readonly [Kind, RegExp][], name: string): Kind | null =>
  table.find(([, names]) => names.test(name))?.[0] ?? null;

/** A heading without its count or rating: "Issues Found (3)", "Root Cause [CONFIRMED]", "P0: Blockers". */
const bare = (title: string) =>
  title
    .replace(/\s?[([][^)\]]{0,60}[)\]]\s{0,10}$/, '')
    .replace(/^P\d\s?[-–—:]\s?/i, '')
    .trim();

/** The kind of a section: by its own heading, else by the nearest one above it. */
function kindOf({ title, above, level }: Section): Kind | null {
  if (level < 2) return null;
  for (const name of [title, ...above.slice(1).toReversed()].map(bare)) {
    const kind = kindIn(HEADINGS, name);
    if (kind !== null) return kind;
    if (OTHERS.test(name)) return null;
  }
  return null;
}

interface Told {
  kind: Kind | null;
  text: string;
  line: number;
}

/** The text of a block, with the list that it introduces. */
function tellOf(blocks: readonly SectionBlock[], at: number): { text: string; taken: number } {
  const block = blocks[at] as SectionBlock;
  const text = blockText(block);
  const field = fieldOf(block.text);
  // A label whose list begins on the next line, or that has nothing else.
  const isLabel = field !== null && kindIn(LABELS, field.label) !== null && blocks[at + 1]?.line === block.line + 1;
  const isLead = block.kind === 'paragraph' && (/[:：]$/.test(text) || field?.value === '' || isLabel);
  let end = at + 1;
  while (isLead && blocks[end]?.kind === 'item') end++;
  const led = blocks.slice(at + 1, end).map((one) => `- ${blockText(one)}`);
  return { text: [text, ...led].join('\n'), taken: end - at };
}

/** Placeholders for "nothing to report". */
const NOTHING =
  /^(?:none|nothing|n\/a|0|zero)(?:\s(?:to|found|open|left|identified|so far|yet|else|currently|encountered|needed|required|at this|remain\w*|critical|high|new|\w{1,12} issues?)\b.{0,30})?\W{0,3}$|^no (?:\w+ )?(?:issues?|findings?|blockers?|problems?|errors?|actions?|further|next|changes?|follow-?ups?)\b.{0,40}$/i;
const isEmpty = (text: string) =>
  NOTHING.test(fieldOf(text)?.value || text) ||
  isPlaceholder(text) ||
  isPlaceholder(fieldOf(text)?.value || text) ||
  /[:：]$/.test(text.trim());

/** Labels within an item: "- Example\n  - Root cause: …". */
function insideOf({ inner, line }: SectionBlock): Told[] {
  return inner.flatMap((text): Told[] => {
    const kind = kindIn(LABELS, fieldOf(text)?.label ?? '');
    return kind === null || isEmpty(text) ? [] : [{ kind, text, line }];
  });
}

/** The insights in the blocks of a section. The kind comes from the label, else from the heading. */
function* toldIn(blocks: readonly SectionBlock[], ofSection: Kind | null): InParts<Told[]> {
  const told: Told[] = [];
  const kindBy = (block: SectionBlock) => kindIn(LABELS, fieldOf(block.text)?.label ?? '');
  for (let at = 0; at < blocks.length; ) {
    yield;
    const block = blocks[at] as SectionBlock;
    const label = fieldOf(block.text)?.label ?? '';
    const kind = kindBy(block) ?? (ABOUT.test(label) ? null : ofSection);
    // A label for another list is not part of this one.
    const { text, taken } = kind === null ? { text: '', taken: 1 } : tellOf(blocks, at);
    if (kind !== null && !isEmpty(text) && block.isTicked !== true) told.push({ kind, text, line: block.line });
    const led = blocks.slice(at + 1, at + taken);
    for (const one of led.filter((item) => ![null, kind].includes(kindBy(item))))
      told.push({ kind: kindBy(one), text: blockText(one), line: one.line });
    told.push(...[block, ...led].flatMap(insideOf));
    at += taken;
  }
  return told;
}

/** Sentences that name a cause, a blocker, or what is left for later, in any section. */
const SENTENCES: readonly [Kind, RegExp, RegExp][] = [
  [
    'root_cause',
    /\broot[- ]causes?\b[^.:(]{0,60}(?:\b(?:is|was|were|are)\b|[:(=–—]|\s-\s)\s{0,2}\S.{10,}/i,
    /\b(?:unknown|unclear|to be|tbd|pending|analysis complete|not (?:yet )?(?:known|found|identified))\b/i,
  ],
  [
    'blocker',
    /\bblocked (?:on|by)\s\S/i,
    /\bno longer\b|\bun-?blocked\b|\bnot blocked\b|\bnow resolved\b|\bwas blocked\b|\bif\b|\bwould\b|\bnone\b/i,
  ],
  [
    'next_step',
    /^\W{0,4}(?:(?:we|i) )?recommend (?:\w{1,30}ing|that|to)\b|\bin (?:the|a) next session\b/i,
    /\b(?:previous|last)\b/i,
  ],
];

function statedIn(blocks: readonly SectionBlock[]): Told[] {
  return blocks.flatMap((block) =>
    logSentences(block.kind === 'paragraph' ? blockText(block).replaceAll('\n', ' ') : blockText(block)).flatMap(
      (text) => {
        const said = SENTENCES.find(([, says, unless]) => says.test(text) && !unless.test(text));
        return said ? [{ kind: said[0], text: text.replace(/^[-*] /, ''), line: block.line }] : [];
      },
    ),
  );
}

function add(draft: LogDraft, { kind, text, line }: Told): void {
  if (kind === null) return;
  addEvent(draft, {
    pointer: `line ${line}`,
    time: null,
    type: kind,
    content: cut(clean(withoutBold(text)), MAX_CONTENT),
  });
}

/** Joins the parts of one finding under its title. A list of findings stays separate. */
function joined(title: string, kind: Kind, told: readonly Told[], line: number): Told[] {
  const own = told.filter((one) => one.kind === kind);
  const isTitled = !PLAIN.test(bare(title));
  const [first] = own;
  if (!first || kind === 'next_step' || (!isTitled && kind !== 'root_cause')) return [...told];
  const text = [...(isTitled ? [title] : []), ...own.map((one) => one.text)].join('\n');
  return [{ kind, text, line: isTitled ? line : first.line }, ...told.filter((one) => one.kind !== kind)];
}

const LESSONS = /\b(?:lessons?|learnings?)\b/i;
/** Sections about how the work was done; these are searched for labels too. */
const WORKED = /work ?log|implementation|actions? taken|changes? made|decisions?|session end/i;

/** Adds what the sections of a log found out and left to do. */
export function* takeMarkdownInsights(draft: LogDraft, sections: readonly Section[]): InParts<void> {
  // A sentence already taken from a heading or label is not taken again.
  const said = new Set<string>();
  const same = (text: string) => sameText(withoutBold(text.replace(/^[-*] /, '')));
  for (const section of sections.filter(({ level }) => level > 1)) {
    yield;
    const kind = kindOf(section);
    const names = [section.title, ...section.above.slice(1)];
    const isOther = kind === null && names.some((name) => OTHERS.test(bare(name))) && !WORKED.test(names.join(' '));
    if (isOther && !names.some((name) => LESSONS.test(name))) continue;
    const all = yield* toldIn(section.blocks, kind);
    // From a lesson, only what it calls a cause is taken as a finding.
    const told = isOther ? all.filter((one) => one.kind === 'root_cause') : all;
    for (const one of kind === null ? told : joined(section.title, kind, told, section.line)) {
      yield;
      add(draft, one);
      for (const sentence of logSentences(one.text)) said.add(same(sentence));
      for (const sentence of logSentences(one.text.replaceAll('\n', ' '))) said.add(same(sentence));
    }
    for (const one of isOther ? [] : statedIn(section.blocks)) if (!said.has(same(one.text))) add(draft, one);
  }
}
