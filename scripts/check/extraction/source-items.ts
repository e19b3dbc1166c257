/** One decision or learning that a session log states as structured data, not in running text. */
export interface SourceItem {
  kind: 'decision' | 'learning';
  /** JSON pointer (RFC 6901) into the log. */
  pointer: string;
  /** Texts that identify the item, the statement first; never empty. */
  texts: string[];
}

type Members = Record<string, unknown>;

interface Rule {
  kind: SourceItem['kind'];
  /** Only a list contains items; any other value is a tick, or the evidence for one. */
  listOnly?: true;
  /** Pointers at which the name has this meaning; without it, all. */
  at?: RegExp;
}

// The rules judge an extractor and share no code with it: what counts is defined here a second time, from the data. The value
// under such a key is a list of items, an object with a list or text per topic, or a single item. Keys are compared without case
// and punctuation, because the logs write them in camel case, in snake case and with spaces.
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  // In one log of twenty at the top, in half as many below outcomes, mostly as objects. In one log each: by topic, below work, in
  // work-log entries (dozens there), and in an embedded episode.
  ['decisions', { kind: 'decision' }],
  // In one or two logs each.
  ['decisionsmade', { kind: 'decision' }],
  ['technicaldecisions', { kind: 'decision' }],
  // Not in the data, but with the same meaning.
  ['keydecisions', { kind: 'decision' }],
  ['designdecisions', { kind: 'decision' }],
  // In a few logs: an object at the top, or the text of a work-log entry. Elsewhere it is the verdict of a review.
  ['decision', { kind: 'decision', at: /^(\/work_?log\/\d+)?\/decision$/i }],
  // In one log of twenty-five at the top, more often by topic than as a list. In a few, one text in a retrospective.
  ['learnings', { kind: 'learning' }],
  // In a few retrospectives a list, in as many a tick. Checklists of the protocol use the name for evidence.
  ['learningscaptured', { kind: 'learning', listOnly: true, at: /^(?!.*\/protocol_?compliance\/)/i }],
  // In one log each, a list or a single text.
  ['keylearnings', { kind: 'learning' }],
  ['keylearning', { kind: 'learning' }],
  ['learning', { kind: 'learning' }],
  ['lessonslearned', { kind: 'learning' }],
  // Without a value in the data, or not in it; the same meaning.
  ['lessons', { kind: 'learning' }],
  ['lesson', { kind: 'learning' }],
]);

/** Keys for what an item states, the most telling first. */
const STATEMENTS = [
  ...['decision', 'learning', 'lesson', 'insight', 'decisionmade', 'chosen', 'chosenapproach', 'pattern'],
  ...['antipattern', 'statement', 'content', 'text', 'description', 'title', 'summary'],
];

/** Keys that classify an item and say nothing about it. */
const LABELS = new Set([
  ...['id', 'type', 'kind', 'category', 'status', 'confidence', 'level', 'priority', 'severity', 'tags'],
  ...['timestamp', 'date', 'time', 'commit', 'issue', 'reference', 'url', 'file', 'files', 'agent', 'author'],
]);

const PLACEHOLDERS = new Set([
  ...['none', 'none yet', 'none so far', 'none recorded', 'none captured', 'none made', 'n a', 'na', 'nil', 'null'],
  ...['not applicable', 'tbd', 'tba', 'todo', 'to do', 'pending', 'undefined', 'unknown', 'empty', 'yes', 'no'],
  ...['true', 'false', 'no decisions', 'no learnings', 'no lessons', 'no new learnings', 'no lessons learned'],
]);

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** The words of a text. Comparing these ignores case, punctuation and line breaks. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function saysSomething(text: string): boolean {
  const words = wordsOf(text);
  return words !== '' && !PLACEHOLDERS.has(words);
}

function childrenOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

interface Entry {
  pointer: string;
  name: string;
  value: unknown;
}

function below(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** All values from this one down, in the order of the log. Not recursive, because logs may be nested without limit. */
function* valuesIn(root: unknown, isLeaf: (entry: Entry) => boolean = () => false): Generator<Entry> {
  const open: Entry[] = [{ pointer: '', name: '', value: root }];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    if (isLeaf(next)) continue;
    for (const [name, value] of childrenOf(next.value).reverse()) {
      open.push({ pointer: below(next.pointer, name), name, value });
    }
  }
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  for (const { value: text } of valuesIn(value)) if (typeof text === 'string' && saysSomething(text)) texts.push(text);
  return texts;
}

function statementsOf(members: Members): string[] {
  const named = Object.entries(members).map(([name, value]) => ({ name: plainName(name), value }));
  return STATEMENTS.flatMap((wanted) => named.filter(({ name }) => name === wanted)).flatMap(({ value }) =>
    textsIn(value),
  );
}

function isTick(members: Members): boolean {
  const names = new Set(Object.keys(members).map(plainName));
  return names.has('complete') && names.has('evidence');
}

/** The texts of an item: its statement, or without one all its texts but labels. None for a ticked row of a checklist. */
function textsOf(item: unknown): string[] {
  if (!isMembers(item)) return textsIn(item);
  const statements = statementsOf(item);
  if (statements.length > 0) return [...new Set(statements)];
  if (isTick(item)) return [];
  const rest = Object.entries(item).filter(([name]) => !LABELS.has(plainName(name)));
  return [...new Set(rest.flatMap(([, value]) => textsIn(value)))];
}

/** The items in a value, with their pointers: the value itself, the members of its list, or those of each topic. */
function itemsOf(value: unknown, pointer: string): { pointer: string; item: unknown }[] {
  const listed = (list: unknown, at: string) =>
    Array.isArray(list)
      ? list.map((item, n) => ({ pointer: below(at, String(n)), item }))
      : [{ pointer: at, item: list }];
  if (!isMembers(value) || statementsOf(value).length > 0 || isTick(value)) return listed(value, pointer);
  return Object.entries(value).flatMap(([topic, list]) => listed(list, below(pointer, topic)));
}

function ruleFor({ name, pointer, value }: Entry): Rule | undefined {
  const rule = RULES.get(plainName(name));
  if (rule?.at && !rule.at.test(pointer)) return undefined;
  return rule?.listOnly && !Array.isArray(value) ? undefined : rule;
}

/**
 * The structured decisions and learnings of a session log, in order; none for a value that is not a log. A statement that a log
 * repeats counts once per kind. Findings, review verdicts and checklists do not count, nor do texts in work-log entries and
 * retrospectives that have no key of their own.
 */
export function sourceItems(log: unknown): SourceItem[] {
  const found: SourceItem[] = [];
  const seen = new Set<string>();
  for (const entry of valuesIn(log, (at) => ruleFor(at) !== undefined)) {
    const rule = ruleFor(entry);
    if (!rule) continue;
    for (const { pointer, item } of itemsOf(entry.value, entry.pointer)) {
      const texts = textsOf(item);
      const identity = `${rule.kind} ${wordsOf(texts[0] ?? '')}`;
      if (texts.length === 0 || seen.has(identity)) continue;
      seen.add(identity);
      found.push({ kind: rule.kind, pointer, texts });
    }
  }
  return found;
}
