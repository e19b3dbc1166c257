import type { Outcome } from '@twicewise/contract';
import type { OpenEnd, StatedOutcome } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { statedOutcome } from '../stated.ts';
import { clean, logSentences, withoutMarks } from '../texts.ts';
import { blockText, fieldOf, isKind, type Section } from './sections.ts';

// What a log itself calls unfinished. Templates are ticked to the end by habit, but a status "in progress", an empty part, or a
// sentence about what the work waits for was written by somebody who looked.

/** Sections in which a log says how its session ended. */
const ENDINGS =
  /^(?:(?:session|final|current|overall|completion) )?(?:outcomes?|status|results?|conclusion|end)(?: summary)?$|^session (?:summary|end\b.{0,40})$|^summary$|^completion summary$/i;
/** Sections about plans, about others, and about the earlier state. */
const NOT_OURS =
  /\b(?:protocol|start|git state|inventory|blocked until|context|background|scope|pr|prs|pull requests?|initial|before|baseline|next|follow-?ups?|todo|recommend\w*|future|plan\w*|objectives?|goals?|template|examples?|criteria|options?|proposal|proposed|notes?|learn\w*|lessons?|challenges?|issues?|threads?|comments?|reviews?|prior|previous|skills?|memor\w*|evidence|history|hand-?off|test plan|test cases?|session info|metadata|overview)\b/i;
/** Lists that a template brings along. */
const TEMPLATE =
  /\b(?:checklist|initiali[sz]ation|retrieval|validation|compliance|gates?|coverage|session (?:end|log|start)|end of session|phase \d[\d.]*:? (?:serena|context|session|skill)\b.{0,60})\b/i;
/** Parts of a log that report results. If such a part is not written, the work is not done. */
const TELLING =
  /\b(?:work log|work (?:done|completed|performed)|outcomes?|results?|findings?|finding \d{1,3}|analysis|summary|decisions? made|implementation|verdict|conclusion)\b/i;
/** Placeholders that a template has where something is to be written. */
const UNWRITTEN =
  /^[(*_[]{0,3}(?:to be (?:documented|filled|determined|added|completed|written|populated)\b.{0,80}|tbd|\[(?:topic|task|description|summary|what was done)\])[\])*_.]{0,3}$/i;
const WAITS =
  /\b(?:is|are|was|were|remains?|still|currently|now)\s(?:\w{1,12}\s)?blocked\b|^\W{0,5}blocked\b|\bblocked (?:on|by|until|pending)\b|\b(?:until|once|after) .{1,60}\b(?:is|are|has been|have been|gets?) (?:merged|resolved|approved|fixed|addressed)\b|\bstill (?:running|failing|open|in progress|pending)\b|\bnot (?:yet )?(?:ready|complete|completed|finished|done)\b|\bcould not (?:be )?(?:complete|finish|verif\w*|reproduc\w*)\b|\bincomplete\b|\bin progress\b|\bunfinished\b/i;
const NOT_WAITING =
  /\bnon-?blocking\b|\bun-?blocked\b|\bno longer\b|\bwas blocked\b|\bwere blocked\b|\bnot blocked\b|\bno (?:\w{1,20} )?(?:blockers?|blocking)\b|\bif\b|\bprevious(?:ly)?\b|\bresolved\b|\bfixed\b|\bwould\b/i;
const FAILED =
  /^\W{0,5}(?:(?:session|work|task|attempt|overall|final)\s(?:outcome\s)?)?(?:failed|failure|fail|aborted|abandoned|unsuccessful|gave up|reverted|rolled back|cancell?ed)\b|\b(?:this|the) session (?:was|has been) (?:abandoned|aborted|cancell?ed)\b/i;
/** Maximum length of an open end that is kept as the log's own word. */
const MAX_SAID = 256;

const WORK =
  /^(?:detailed )?(?:session )?(?:work ?logs?|work (?:completed|performed|done|log)|tasks?(?: list| progress| tracking| completed)?|actions?(?: taken| completed| performed)?|execution log|progress)$/i;

/** True for a section about others or about another time. A section below a heading for work is always the session's own. */
const isUnderOthers = ({ title, above }: Section) =>
  !above.some((name) => WORK.test(name)) && [title, ...above.slice(1)].some((name) => isKind(name, NOT_OURS));
/** True for a section about what was done, or one below such a section. */
const isWork = ({ title, above }: Section) => [title, ...above.slice(1)].some((name) => WORK.test(name));
const isEnding = ({ title, level }: Section) => level > 1 && ENDINGS.test(withoutMarks(title));

/** Statuses that a section states for its own work, not for the things that it lists. */
function statusesOf({ blocks }: Section): StatedOutcome[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'paragraph') return [];
    return block.text.split('\n').flatMap((line) => {
      const field = fieldOf(line);
      const isStatus = field !== null && /^(?:session |current |overall |final )?(?:status|outcome)$/.test(field.label);
      // A named part with nothing but its status behind the name: "**Second file**: IN PROGRESS".
      const isPart = field !== null && NOT_DONE.test(withoutMarks(field.value));
      return isStatus || isPart ? (statedOutcome(field.value, false) ?? []) : [];
    });
  });
}

/** The outcome in a section about the end: a status of its own, or its first line. */
function saidIn(section: Section): StatedOutcome[] {
  const first = section.blocks[0];
  const line = first && first.kind !== 'row' ? statedOutcome(first.text.split('\n')[0] ?? '', false) : null;
  return [...statusesOf(section), ...(line ? [line] : [])];
}

const open = (outcome: OpenEnd['outcome'], said: string): OpenEnd => ({
  outcome,
  said: clean(withoutMarks(said), MAX_SAID),
});

const NOT_DONE = /^\W{0,4}(?:in[ _-]?progress|blocked|failed|incomplete|not (?:done|started|finished))\W{0,4}$/i;
const OF_SESSION = /^(?:session|overall|final) (?:status|outcome)$/;
/** Column heads for how a thing ended. */
const STATE = /\b(?:status|state|outcome|result)\b/;
/** Minimum number of checkboxes in a list made for this work before "all ticked" means that it is done. */
const ENOUGH_TICKS = 3;

/**
 * The sections below the head of a log. `own`: those about this session. `ends`: all that are about the end. `work`: those of
 * `own` that are not about the end.
 */
interface Kinds {
  all: Section[];
  own: Section[];
  work: Section[];
  ends: Section[];
}

/** The checklists that are no part of a template, as the state of each checkbox. */
function ownTicks({ work }: Kinds): boolean[][] {
  return work
    .filter(({ title, above }) => ![title, ...above.slice(1)].some((name) => TEMPLATE.test(name)))
    .map(({ blocks }) => blocks.flatMap(({ isTicked }) => (isTicked === null ? [] : [isTicked])))
    .filter((ticks) => ticks.length > 0);
}

/** True where the log says after its head that all is done: at its end, or by items ticked one by one. */
function saysDone({ ends }: Kinds, ticks: readonly boolean[]): boolean {
  return ends.flatMap(saidIn).at(-1)?.outcome === 'success' || (ticks.length >= ENOUGH_TICKS && ticks.every(Boolean));
}

/** Rows whose last state is one of `states`. Each row is one of several things, so the whole is done in part. */
function openRows(sections: readonly Section[], states: readonly Outcome[]): OpenEnd[] {
  return sections
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ cells, heads }) => {
      const state = withoutMarks(cells[heads.findLastIndex((head) => STATE.test(head))] ?? '');
      return states.includes(statedOutcome(state, false)?.outcome ?? 'unknown') ? [open('partial', state)] : [];
    });
}

/** Unfinished work, unless the log says later that all is done. */
function unfinished(kinds: Kinds, atHead: readonly StatedOutcome[]): OpenEnd[] {
  const ticks = ownTicks(kinds);
  if (saysDone(kinds, ticks.flat())) return [];
  const ends = kinds.ends.flatMap(statusesOf);
  const parts = kinds.work.flatMap(statusesOf);
  const hasSome = parts.some(({ outcome }) => outcome !== 'failure');
  // If one of several parts failed, the failure belongs to the part.
  const left = parts.map((one) =>
    one.outcome === 'failure' && hasSome ? { ...one, outcome: 'partial' as const } : one,
  );
  const isLeft = ticks.some((list) => list.includes(true) && list.includes(false));
  return [
    ...[...atHead, ...ends, ...left].flatMap(({ outcome, native }) =>
      outcome === 'partial' || outcome === 'failure' ? [open(outcome, native ?? outcome)] : [],
    ),
    // A check that failed during the work is an error; how the work went on is stated elsewhere.
    ...openRows(kinds.work.filter(isWork), ['partial']),
    ...(isLeft ? [open('partial', '')] : []),
  ];
}

/** What the log says last about the session as a whole, in any section. */
function lastOfSession({ all }: Kinds): OpenEnd[] {
  const said = all
    .flatMap(({ blocks }) => blocks.filter(({ kind }) => kind !== 'row'))
    .flatMap(({ text }) => text.split('\n'))
    .flatMap((line) => {
      const field = fieldOf(line);
      return field && OF_SESSION.test(field.label) ? (statedOutcome(field.value, false) ?? []) : [];
    });
  const last = said.at(-1);
  return last?.outcome === 'partial' || last?.outcome === 'failure'
    ? [open(last.outcome, last.native ?? last.outcome)]
    : [];
}

function unwritten({ own }: Kinds): OpenEnd[] {
  return own
    .filter(({ title, above }) => [title, ...above.slice(1)].some((name) => TELLING.test(name)))
    .flatMap(({ title, blocks }) => [
      ...(UNWRITTEN.test(title.replace(/^finding \d{1,3}:?\s?/i, '')) ? [open('partial', title)] : []),
      ...blocks
        .filter(({ text, kind }) => kind !== 'row' && UNWRITTEN.test(text))
        .map(({ text }) => open('partial', text)),
    ]);
}

/** Sentences at the end about what the work waits for, or that it failed. */
function told({ ends }: Kinds): OpenEnd[] {
  return ends.flatMap(({ blocks }) =>
    blocks
      .filter(({ kind, isTicked }) => kind !== 'row' && isTicked === null)
      .flatMap((block) => logSentences(blockText(block)))
      .flatMap((sentence) => {
        const field = fieldOf(sentence);
        const said = field && /^(?:status|outcome|result|verdict)$/.test(field.label) ? field.value : sentence;
        if (FAILED.test(withoutMarks(said))) return [open('failure', said)];
        return WAITS.test(said) && !NOT_WAITING.test(said) ? [open('partial', said)] : [];
      }),
  );
}

/** The open ends of a log. `atHead` holds the statuses stated at its head. */
export function* openEndsOf(sections: readonly Section[], atHead: readonly StatedOutcome[]): InParts<OpenEnd[]> {
  const kinds: Kinds = { all: [], own: [], work: [], ends: [] };
  for (const section of sections.filter(({ level }) => level > 1)) {
    yield;
    kinds.all.push(section);
    if (isEnding(section)) kinds.ends.push(section);
    if (isUnderOthers(section)) continue;
    kinds.own.push(section);
    if (!isEnding(section)) kinds.work.push(section);
  }
  const found: OpenEnd[] = [];
  const ownEnds = () => kinds.own.filter(isEnding);
  const steps = [
    () => unfinished(kinds, atHead),
    () => lastOfSession(kinds),
    () => openRows(ownEnds(), ['partial', 'failure']),
    () => unwritten(kinds),
    () => told(kinds),
  ];
  for (const step of steps) {
    found.push(...step());
    yield;
  }
  return found;
}
