import type { Outcome } from '@twicewise/contract';
import type { OpenEnd, StatedOutcome } from '../draft.ts';
import type { InParts } from '../parts.ts';
import { statedOutcome } from '../stated.ts';
import { clean, logSentences, withoutMarks } from '../texts.ts';
import { blockText, fieldOf, isKind, type Section } from './sections.ts';

// What a log says of itself that is not done. A template is ticked to the end by habit; a status that says "in progress", a part
// that nobody wrote and a sentence on what the work waits for were written by somebody who looked.

/** Sections in which a log says how its session ended. */
const ENDINGS =
  /^(?:(?:session|final|current|overall|completion) )?(?:outcomes?|status|results?|conclusion|end)(?: summary)?$|^session (?:summary|end\b.{0,40})$|^summary$|^completion summary$/i;
/** Sections on plans, on others, and on how it was before. */
const NOT_OURS =
  /\b(?:protocol|start|git state|inventory|blocked until|context|background|scope|pr|prs|pull requests?|initial|before|baseline|next|follow-?ups?|todo|recommend\w*|future|plan\w*|objectives?|goals?|template|examples?|criteria|options?|proposal|proposed|notes?|learn\w*|lessons?|challenges?|issues?|threads?|comments?|reviews?|prior|previous|skills?|memor\w*|evidence|history|hand-?off|test plan|test cases?|session info|metadata|overview)\b/i;
/** Lists that a template brings along. */
const TEMPLATE =
  /\b(?:checklist|initiali[sz]ation|retrieval|validation|compliance|gates?|coverage|session (?:end|log|start)|end of session|phase \d[\d.]*:? (?:serena|context|session|skill)\b.{0,60})\b/i;
/** Parts of a log that tell what came of it: what is unwritten there is not done. */
const TELLING =
  /\b(?:work log|work (?:done|completed|performed)|outcomes?|results?|findings?|finding \d{1,3}|analysis|summary|decisions? made|implementation|verdict|conclusion)\b/i;
/** What a template leaves where something is to be written. */
const UNWRITTEN =
  /^[(*_[]{0,3}(?:to be (?:documented|filled|determined|added|completed|written|populated)\b.{0,80}|tbd|\[(?:topic|task|description|summary|what was done)\])[\])*_.]{0,3}$/i;
const WAITS =
  /\b(?:is|are|was|were|remains?|still|currently|now)\s(?:\w{1,12}\s)?blocked\b|^\W{0,5}blocked\b|\bblocked (?:on|by|until|pending)\b|\b(?:until|once|after) .{1,60}\b(?:is|are|has been|have been|gets?) (?:merged|resolved|approved|fixed|addressed)\b|\bstill (?:running|failing|open|in progress|pending)\b|\bnot (?:yet )?(?:ready|complete|completed|finished|done)\b|\bcould not (?:be )?(?:complete|finish|verif\w*|reproduc\w*)\b|\bincomplete\b|\bin progress\b|\bunfinished\b/i;
const NOT_WAITING =
  /\bnon-?blocking\b|\bun-?blocked\b|\bno longer\b|\bwas blocked\b|\bwere blocked\b|\bnot blocked\b|\bno (?:\w{1,20} )?(?:blockers?|blocking)\b|\bif\b|\bprevious(?:ly)?\b|\bresolved\b|\bfixed\b|\bwould\b/i;
const FAILED =
  /^\W{0,5}(?:(?:session|work|task|attempt|overall|final)\s(?:outcome\s)?)?(?:failed|failure|fail|aborted|abandoned|unsuccessful|gave up|reverted|rolled back|cancell?ed)\b|\b(?:this|the) session (?:was|has been) (?:abandoned|aborted|cancell?ed)\b/i;
/** Longest text of an end that is kept as the word of the log. */
const MAX_SAID = 256;

const WORK =
  /^(?:detailed )?(?:session )?(?:work ?logs?|work (?:completed|performed|done|log)|tasks?(?: list| progress| tracking| completed)?|actions?(?: taken| completed| performed)?|execution log|progress)$/i;

/** Of others, or of another time; whatever somebody lists below a heading for work is theirs. */
const isUnderOthers = ({ title, above }: Section) =>
  !above.some((name) => WORK.test(name)) && [title, ...above.slice(1)].some((name) => isKind(name, NOT_OURS));
/** A list of what was done, or one below it. */
const isWork = ({ title, above }: Section) => [title, ...above.slice(1)].some((name) => WORK.test(name));
const isEnding = ({ title, level }: Section) => level > 1 && ENDINGS.test(withoutMarks(title));

/** Statuses that a section states of its own work: of itself, not of the things that it lists. */
function statusesOf({ blocks }: Section): StatedOutcome[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'paragraph') return [];
    return block.text.split('\n').flatMap((line) => {
      const field = fieldOf(line);
      const isStatus = field !== null && /^(?:session |current |overall |final )?(?:status|outcome)$/.test(field.label);
      // A part that the log names has nothing but its status behind its name: "**Second file**: IN PROGRESS".
      const isPart = field !== null && NOT_DONE.test(withoutMarks(field.value));
      return isStatus || isPart ? (statedOutcome(field.value, false) ?? []) : [];
    });
  });
}

/** The word of a section for an end: a status of its own, or its first line. */
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
/** Heads of columns for how a thing ended. */
const STATE = /\b(?:status|state|outcome|result)\b/;
/** Fewest boxes of a list that somebody wrote for this work, so that all of them ticked say that it is done. */
const ENOUGH_TICKS = 3;

/** Sections below the head of a log: all, those that are not of others, of these what is no end, and the ends. */
interface Kinds {
  all: Section[];
  own: Section[];
  work: Section[];
  ends: Section[];
}

/** Lists to tick that are no part of a template: each with whether its boxes are ticked. */
function ownTicks({ work }: Kinds): boolean[][] {
  return work
    .filter(({ title, above }) => ![title, ...above.slice(1)].some((name) => TEMPLATE.test(name)))
    .map(({ blocks }) => blocks.flatMap(({ isTicked }) => (isTicked === null ? [] : [isTicked])))
    .filter((ticks) => ticks.length > 0);
}

/** True where the log says by itself, later than at its head, that all is done: at its end, or by what it ticked one by one. */
function saysDone({ ends }: Kinds, ticks: readonly boolean[]): boolean {
  return ends.flatMap(saidIn).at(-1)?.outcome === 'success' || (ticks.length >= ENOUGH_TICKS && ticks.every(Boolean));
}

/** Rows whose last state is one of these: each is one thing of several, so that the whole is done in part. */
function openRows(sections: readonly Section[], states: readonly Outcome[]): OpenEnd[] {
  return sections
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ cells, heads }) => {
      const state = withoutMarks(cells[heads.findLastIndex((head) => STATE.test(head))] ?? '');
      return states.includes(statedOutcome(state, false)?.outcome ?? 'unknown') ? [open('partial', state)] : [];
    });
}

/** Work that is not done, unless the log says later that all is. */
function unfinished(kinds: Kinds, atHead: readonly StatedOutcome[]): OpenEnd[] {
  const ticks = ownTicks(kinds);
  if (saysDone(kinds, ticks.flat())) return [];
  const ends = kinds.ends.flatMap(statusesOf);
  const parts = kinds.work.flatMap(statusesOf);
  const hasSome = parts.some(({ outcome }) => outcome !== 'failure');
  // That one of several parts failed is said of the part.
  const left = parts.map((one) =>
    one.outcome === 'failure' && hasSome ? { ...one, outcome: 'partial' as const } : one,
  );
  const isLeft = ticks.some((list) => list.includes(true) && list.includes(false));
  return [
    ...[...atHead, ...ends, ...left].flatMap(({ outcome, native }) =>
      outcome === 'partial' || outcome === 'failure' ? [open(outcome, native ?? outcome)] : [],
    ),
    // A check that failed while somebody worked is an error; how the work went on stands elsewhere.
    ...openRows(kinds.work.filter(isWork), ['partial']),
    ...(isLeft ? [open('partial', '')] : []),
  ];
}

/** What the log says last of the session as a whole, wherever it stands. */
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

/** Sentences at the end that tell what the work waits for, or that it failed. */
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

/** What is left open at the end of a log. `atHead` is what its head says of its status. */
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
