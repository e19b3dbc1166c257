import { withLineFeeds } from '@twicewise/contract';
import { assemble } from '../assemble.ts';
import { type LogDraft, newDraft, type StatedOutcome } from '../draft.ts';
import type { Extracted, ExtractedSession, LogFile, Unreadable } from '../extracted.ts';
import type { InParts } from '../parts.ts';
import { saysFixture } from '../says-fixture.ts';
import { statedOutcome } from '../stated.ts';
import { clean, isPlaceholder, withoutBold, withoutMarks } from '../texts.ts';
import { timeIn } from '../times.ts';
import { takeMarkdownCommits } from './commits.ts';
import { takeMarkdownDecisions } from './decisions.ts';
import { takeErrors } from './errors.ts';
import { takeMarkdownEvents } from './events.ts';
import { takeMarkdownGates } from './gates.ts';
import { takeMarkdownInsights } from './insights.ts';
import { takeMarkdownLessons } from './lessons.ts';
import { takeNotes } from './notes.ts';
import { openEndsOf } from './open-ends.ts';
import { blockText, fieldOf, type Section, type SectionBlock, sectionsIn } from './sections.ts';

const GOALS = /^(?:session |primary |main )?(?:objectives?|goals?|tasks?|assignment|task summary|purpose|mission)$/i;
const HEADER =
  /^(?:session(?: (?:info|context|summary|details|metadata|information|overview|status))?|metadata|overview|context|summary|info)?$/i;
const ENDINGS = /^(?:(?:final|session|completion) )?(?:outcomes?|status|results?|resolution)$/i;
const BEGINNINGS = /^(?:start(?:ing)?|base) (?:commit|sha)/;

interface Field {
  label: string;
  value: string;
}

/** Sections in which a log describes itself: its head, and sections about the session. */
function heads(sections: readonly Section[]): Section[] {
  return sections.filter(
    ({ level, title, above }, at) =>
      at === 0 ||
      level === 1 ||
      ((HEADER.test(title) || GOALS.test(title)) && above.length <= 1) ||
      title === 'Git State',
  );
}

/** Labels with their values, from paragraphs with several lines, from items, and from rows with two cells. */
function fieldsOf(blocks: readonly SectionBlock[]): Field[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'row') {
      const [label = '', value = ''] = block.cells;
      return block.cells.length === 2 ? [{ label: withoutMarks(label).replace(/:$/, '').toLowerCase(), value }] : [];
    }
    return block.text.split('\n').flatMap((line) => fieldOf(line) ?? []);
  });
}

/** The YAML front matter of a file, if any. */
function frontMatter(text: string): Field[] {
  const block = /^---\n([\s\S]{1,5000}?)\n---\n/.exec(withLineFeeds(text.slice(0, 6000)))?.[1];
  return (block ?? '').split('\n').flatMap((line) => {
    const [label = '', ...rest] = line.split(':');
    return rest.length === 0 ? [] : [{ label: label.trim().toLowerCase(), value: rest.join(':').trim() }];
  });
}

const labelled = (fields: readonly Field[], labels: RegExp) =>
  fields.find(({ label, value }) => labels.test(label) && !isPlaceholder(value))?.value ?? null;

/** A title without the number of the session. */
function withoutNumber(title: string): string | null {
  const rest = title
    .replace(
      /^(?:session(?: log| summary| notes)?\b|sitzung\b|séance\b|sesión\b|sessão\b|sessione\b|sessie\b|セッション|会话|會話|세션|сессия|sesja\b)[\s:#–—-]{0,5}/iu,
      '',
    )
    .replace(/^(?:\d{4}-\d{2}-\d{2})?[\s:–—-]{0,5}(?:session[- ])?\d{0,6}[a-z]?(?:[\s:–—-]{1,5}|$)/i, '')
    .replace(/[\s:(–—-]{0,5}\d{4}-\d{2}-\d{2}\)?$/, '')
    .trim();
  return /\p{L}{3}/u.test(rest) ? rest : null;
}

/** The goal of the session: from its own section, a field, or the title. */
function goalOf(sections: readonly Section[], fields: readonly Field[]): string | null {
  const section = sections.find(
    ({ title, blocks }) => GOALS.test(title) && blocks.some(({ text }) => !isPlaceholder(text)),
  );
  const isSaid = ({ kind, text }: SectionBlock) =>
    kind !== 'row' &&
    !isPlaceholder(text) &&
    !/^(?:session )?(?:status|outcome|result)$/.test(fieldOf(text)?.label ?? '');
  const said = section?.blocks.filter(isSaid).map(blockText) ?? [];
  const field = labelled(fields, /^(?:objective|goal|task|assignment|session goal|purpose|mission)$/);
  const title = sections.find(({ level }) => level === 1)?.title ?? null;
  const goal = said.length > 0 ? said.join('\n') : (field ?? (title === null ? null : withoutNumber(title)));
  return goal === null ? null : clean(withoutBold(goal)) || null;
}

/** What the log says of its end: fields of its head, and the first line of a section about the end. */
function statedIn(sections: readonly Section[], fields: readonly Field[]): StatedOutcome[] {
  const ofHead = fields.filter(({ label }) => /^(?:session )?(?:status|outcome|result)$/.test(label));
  const ofSections = sections
    .filter(({ title, level }) => level > 1 && level <= 3 && ENDINGS.test(title))
    .flatMap(({ blocks }) => {
      const first = blocks[0]?.kind === 'row' ? undefined : blocks[0];
      const field = first ? fieldOf(first.text) : null;
      const isNamed = field !== null && /^(?:status|outcome|result|overall)$/.test(field.label) && field.value !== '';
      return first ? [isNamed ? field.value : (first.text.split('\n')[0] ?? '')] : [];
    });
  return [
    ...ofSections.flatMap((value) => statedOutcome(value, false) ?? []),
    ...ofHead.flatMap(({ value }) => statedOutcome(value, true) ?? []),
  ];
}

const DAY = /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?)?/;
const timeOf = (value: string | null) =>
  timeIn(
    DAY.exec(value ?? '')?.[0]
      .trim()
      .replace(/\s?UTC$/, 'Z'),
  );

function sessionOf(nativeId: string, goal: string | null, fields: readonly Field[]): ExtractedSession {
  const branch = labelled(fields, /^(?:current |git )?branch(?: name)?$/);
  const name = branch === null ? '' : clean(branch.replaceAll('`', '').split(/\s(?:→|->|\()/)[0] ?? '', 512);
  const exact = (labels: RegExp) => {
    const time = timeOf(labelled(fields, labels));
    return time?.quality === 'exact' ? time.at : null;
  };
  return {
    nativeId,
    goal,
    branch: name === '' || isPlaceholder(name) ? null : name,
    startedAt: exact(/^(?:start(?:ed)?(?: time| at)?|session start|date|timestamp|created)$/),
    endedAt: exact(/^(?:end(?:ed)?(?: time| at)?|session end|completed(?: at)?)$/),
  };
}

function* drafted(sections: readonly Section[], fields: readonly Field[], goal: string | null): InParts<LogDraft> {
  const draft = newDraft();
  draft.task = goal ?? '';
  draft.stated = statedIn(sections, fields);
  draft.openEnds = yield* openEndsOf(
    sections,
    draft.stated.filter(({ isEarly }) => isEarly),
  );
  const isBeginning = ({ label, value }: Field) =>
    BEGINNINGS.test(label) && !/^\W*(?:before|prior to|ahead of)\b/i.test(value);
  const began = fields.filter(isBeginning).flatMap(({ value }) => value.match(/\b[0-9a-f]{7,40}\b/g) ?? []);
  for (const take of [takeMarkdownDecisions, takeMarkdownLessons, takeMarkdownEvents]) yield* take(draft, sections);
  yield* takeMarkdownCommits(draft, sections, began);
  for (const take of [takeMarkdownGates, takeMarkdownInsights, takeErrors, takeNotes]) yield* take(draft, sections);
  return draft;
}

/**
 * True for a text about a session: its name or head has a date, a number or the word "session", or the text has parts that only a
 * log has. Headings and lists are not enough, because any README has them.
 */
function isOfSession(nativeId: string, sections: readonly Section[], draft: LogDraft, number: string | null): boolean {
  const head = sections.find(({ level }) => level === 1)?.title ?? '';
  const isNamed = /\d{4}-\d{2}-\d{2}|\bsession\b/i.test(`${nativeId} ${head}`.replaceAll('_', ' '));
  return isNamed || number !== null || draft.gates.length > 0 || draft.decisions.length > 0 || draft.lessons.length > 0;
}

/** Reads a log in Markdown. */
export function* extractMarkdown(file: LogFile, nativeId: string): InParts<Extracted | Unreadable> {
  const { sections, leftFrom } = yield* sectionsIn(file.text);
  const top = heads(sections);
  const fields = [...frontMatter(file.text), ...top.flatMap(({ blocks }) => fieldsOf(blocks))];
  const says = [
    ...top.slice(0, 2).flatMap(({ title, blocks }) => [title, ...blocks.slice(0, 5).map(({ text }) => text)]),
  ];
  const kind = labelled(fields, /^(?:type|kind|session type)$/) ?? '';
  if (says.some(saysFixture) || /^(?:test[ _-])?fixture$/i.test(withoutMarks(kind))) {
    return { problem: 'The log says that it is a test fixture.' };
  }
  if (!sections.some(({ title, blocks }) => title !== '' || blocks.length > 0))
    return { problem: 'The file has no text.' };
  const goal = goalOf(sections, fields);
  const session = sessionOf(nativeId, goal, fields);
  const occurred = timeOf(
    labelled(fields, /^(?:start(?:ed)?(?: time| at)?|session start|date|session date|timestamp|created)$/),
  );
  const number = /^\d{1,6}/.exec(labelled(fields, /^session(?: (?:id|number|#))?$/) ?? '')?.[0];
  const draft = yield* drafted(sections, fields, goal);
  if (!isOfSession(nativeId, sections, draft, number ?? null))
    return { problem: 'This text has nothing of a session log.' };
  const named = occurred ?? timeOf(sections.find(({ level }) => level === 1)?.title ?? null) ?? timeOf(nativeId);
  const { content, notes } = assemble(draft, named, session, { format: 'markdown', ...(number ? { number } : {}) });
  return {
    session,
    content,
    notes: [...(leftFrom === null ? [] : [`it is read up to line ${leftFrom - 1}`]), ...notes],
  };
}
