import { commitId, commitsIn } from '../commits.ts';
import type { LogDraft, Place } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { addCommit, takeCommits } from '../prose.ts';
import { logSentences } from '../texts.ts';
import { blockText, fieldOf, isKind, type Section, type SectionBlock } from './sections.ts';

/** Headings for lists of commits that the session made. */
const LISTS =
  /^(?:git )?commits?(?: (?:this session|made|created|summary|history|log|details|sha|list|in this session|pushed))?(?: \(.*)?$|^final commits?$|^changes committed$/i;
const LABELS =
  /^(?:(?:final|ending|fix|merge|git) )?commits?(?: (?:sha|hash|id|made|created|(?:(?:from|of|in|during|by) )?(?:this|the) session))?(?: \([^()]{1,40}\))?$|^(?:commit )?sha$/;
/** Sections about what others did, or what this session did at another time. */
const OTHERS =
  /\b(?:prior|previous|earlier|already|review comments?|comments? (?:analysis|status|map|categor\w+|retriev\w+)|pr (?:context|metadata|info\w*|status)|branch (?:context|status)|initial|baseline|starting|git state|references?|timeline reconstruction|history analysis|background|context)\b/i;
/** Sections that plan, or describe the beginning. */
const NO_NEWS =
  /\b(?:objectives?|goals?|next|plan(?:ned)?|recommend\w*|todo|future|follow-?ups?|protocol compliance|session start|blocked until|inventory|requirements?|criteria|lessons?|learnings?|decisions?|options?|proposal|root cause|problem|risk\w*|strategy|example|template|scenario\w*)\b/i;
/** Sentences that attribute the commits they name to another session. */
const OF_OTHERS =
  /\b(?:prior|previous|earlier) (?:sessions?|work|commits?|prs?|reviews?|rounds?)\b|\bpreviously\b|\balready (?:fixed|addressed|resolved|in|merged)\b|\bsessions? \d{1,5}\b/i;

/** A template line that nobody filled in: "`1a2b3c4` - [message]". */
const UNFILLED = /^\W{0,3}[0-9a-f]{7,40}\W{1,6}\[[a-z ]{3,30}\]\W{0,3}$/i;

/** Maximum number of commits behind one label. */
const MAX_LISTED = 200;

const place = (line: number): Place => ({ pointer: `line ${line}`, time: null });
const names = ({ title, above }: Section) => [title, ...above.slice(1)];
const isList = ({ title }: Section) => LISTS.test(title);

/** Blocks that list the commits of the session: in sections for commits, and behind labels for commits. */
function listed(section: Section): SectionBlock[] {
  if (isList(section))
    return section.blocks.filter(({ text }) => !/\b(?:prior|previous|earlier) /i.test(text) && !UNFILLED.test(text));
  if (names(section).some((name) => isKind(name, OTHERS) || isKind(name, NO_NEWS))) return [];
  const { blocks } = section;
  return blocks.flatMap((block, at) => {
    const field = fieldOf(block.text);
    if (field === null || !LABELS.test(field.label) || OF_OTHERS.test(block.text)) return [];
    if (field.value !== '') return [block];
    const after = blocks.slice(at + 1, at + 1 + MAX_LISTED);
    // The next label begins its own list.
    const end = after.findIndex(({ kind, text }) => kind === 'paragraph' || LABELS.test(fieldOf(text)?.label ?? ''));
    return [block, ...after.slice(0, end < 0 ? after.length : end)];
  });
}

/** Numbers that a log has for its own session, in its title or in a field of its head. */
function ownNumbers(sections: readonly Section[]): Set<string> {
  const heads = sections.filter(({ level }) => level < 2);
  const fields = heads.flatMap(({ blocks }) => blocks).flatMap(({ text }) => text.split('\n'));
  const named = fields.flatMap((line) => {
    const field = fieldOf(line);
    return field && /^session(?: (?:id|number|#))?$/.test(field.label) ? `session ${field.value}` : [];
  });
  const said = [...heads.map(({ title }) => title), ...named].join('\n');
  return new Set([...said.matchAll(/\bsession\s?#?0{0,5}(\d{1,6})\b/gi)].map(([, number]) => number as string));
}

/** Rows that a table attributes to other sessions by their number. */
function rowsOfOthers(sections: readonly Section[]): SectionBlock[] {
  const own = ownNumbers(sections);
  if (own.size === 0) return [];
  return sections.flatMap(({ blocks }) =>
    blocks.filter(({ heads, cells }) => {
      const numbers = cells[heads.indexOf('session')]?.match(/[1-9]\d{0,5}/g) ?? [];
      return numbers.length > 0 && !numbers.some((number) => own.has(number));
    }),
  );
}

/** Commits that sentences and tables attribute to other sessions, unless this session lists them as its own. */
function foreignIn(sections: readonly Section[], own: ReadonlySet<string>): string[] {
  const texts = sections.flatMap((section) => {
    const isOther = names(section).some((name) => /\b(?:prior|previous|earlier)\b/i.test(name));
    return section.blocks.flatMap((block) =>
      logSentences(blockText(block)).filter((sentence) => isOther || OF_OTHERS.test(sentence)),
    );
  });
  const rows = rowsOfOthers(sections).map(({ text }) => text);
  return [...texts, ...rows]
    .flatMap((text) => text.match(/\b[0-9a-f]{7,40}\b/g) ?? [])
    .filter((id) => !own.has(id.slice(0, 7)));
}

/**
 * Takes a block that lists commits. Here an id that stands alone may consist of digits only, because the field is meant for one.
 */
function takeListed(draft: LogDraft, block: SectionBlock): void {
  const text = blockText(block);
  const first = /^`?([0-9a-f]{7,8}|[0-9a-f]{40})`?(?=\s|:|$)/.exec(block.text)?.[1] ?? '';
  const alone = [first, fieldOf(block.text)?.value ?? '', ...block.cells].map((one) =>
    commitId(one.replaceAll('`', '')),
  );
  for (const id of alone) if (id !== null) addCommit(draft, id, text, place(block.line));
  takeCommits(draft, text, place(block.line), true);
}

/** "### Commit 1a2b3c4: what it does" is a section about a commit of the session. */
function takeTitled(draft: LogDraft, { title, level, line }: Section): void {
  const id = level > 1 ? /^commit\s`?([0-9a-f]{7,40})\b/i.exec(title)?.[1] : undefined;
  if (id !== undefined) addCommit(draft, id.toLowerCase(), title, place(line));
}

/**
 * Adds the commits that a log says its session made: first the listed ones, then those in sentences. Commits that the session
 * `began` with are left out, unless the log lists them too: some logs note the first commit of a session as its beginning.
 */
export function* takeMarkdownCommits(
  draft: LogDraft,
  sections: readonly Section[],
  began: readonly string[],
): InParts<void> {
  const lists = sections.filter(({ level }) => level > 1).flatMap(listed);
  const own = new Set(lists.flatMap((block) => commitsIn(blockText(block), true).map(({ id }) => id.slice(0, 7))));
  const before = began.filter((id) => !own.has(id.slice(0, 7)));
  for (const id of [...before, ...foreignIn(sections, own)]) draft.foreignCommits.add(id, id);
  for (const block of lists) {
    takeListed(draft, block);
    yield;
  }
  for (const section of sections) {
    takeTitled(draft, section);
    if (isList(section) || names(section).some((name) => isKind(name, NO_NEWS) || isKind(name, OTHERS))) continue;
    for (const block of section.blocks) takeCommits(draft, blockText(block), place(block.line));
    yield;
  }
}
