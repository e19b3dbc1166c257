import type { Job } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { strings } from '../strings.ts';
import { endOf, leavesNothing } from './job-end.ts';

const job = (
  kind: Job['kind'],
  title: string,
  result: NonNullable<Job['result']>,
  state: Job['state'] = 'done',
): Job => ({
  ...{ id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV', seq: 1, kind, title, state, result },
  ...{
    done: 620,
    total: 620,
    error: null,
    createdAt: '2026-01-02T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
  },
});

test.each(['change', 'changeEpisodes'] as const)('a %s of many says once how many, and how many it left', (kind) => {
  const title = 'Deleted 620 records';
  expect(endOf(job(kind, title, { changed: 620, changedMeanwhile: 0 }))).toBe(title);
  expect(endOf(job(kind, title, { changed: 618, changedMeanwhile: 2 }))).toBe(
    'Deleted 620 records: 618 done, 2 kept, changed since',
  );
});

const imported = {
  imported: 3,
  alreadyThere: 0,
  redacted: 0,
  projects: [],
  lines: 3,
  bad: 0,
  badLines: [],
  keptFields: {},
};

test('an import counts what is new, what was there, and what was skipped, not the lines of its file', () => {
  expect(endOf(job('import', 'Import a.jsonl', imported))).toBe('Imported a.jsonl: 3 new lessons');
  const into = (...projects: string[]) => endOf(job('import', 'Import a.jsonl', { ...imported, projects }));
  expect(into('shop')).toBe('Imported a.jsonl: 3 new lessons in shop');
  expect(into('shop', 'cart')).toBe('Imported a.jsonl: 3 new lessons in 2 projects');
  const again = job('import', 'Import a.jsonl', { ...imported, imported: 0, alreadyThere: 3, bad: 1 });
  expect(endOf(again)).toBe('Imported a.jsonl: 0 new lessons, 3 already there, 1 line skipped');
});

test('an import that added nothing leaves nothing to undo, one that was stopped may', () => {
  expect(leavesNothing(job('import', 'Import a.jsonl', { ...imported, imported: 0, alreadyThere: 3 }))).toBe(true);
  expect(leavesNothing(job('import', 'Import a.jsonl', imported))).toBe(false);
  expect(leavesNothing({ ...job('import', 'Import a.jsonl', {}, 'cancelled'), result: null })).toBe(false);
});

/** What a reading of files found that holds nothing new. */
const filesRead = {
  files: 1,
  unchanged: 1,
  redacted: 0,
  bad: 0,
  badFiles: [],
  noted: 0,
  notedFiles: [],
  unreadable: 0,
};
const read = { ...filesRead, made: 0, changed: 0 };
const loops = { ...filesRead, attempts: 0, attemptsChanged: 0, loops: 0, loopsChanged: 0 };
const turns = { turns: 0, summaries: 0, alreadyThere: 3, redacted: 0, other: 0, otherIds: [], unknown: [] };

test('a file that was skipped is named with the reason, the first of several', () => {
  const badFiles = [
    { file: 'a.md', reason: 'it has no date' },
    { file: 'b.md', reason: 'it is empty' },
  ];
  const one = { ...read, bad: 1, badFiles: badFiles.slice(0, 1) };
  expect(endOf(job('episodes', 'Import a.md', one))).toBe(
    'Imported a.md: 0 new sessions, 0 updated, 1 file skipped: a.md: it has no date',
  );
  expect(endOf(job('episodes', 'Import logs', { ...read, made: 1, bad: 2, badFiles }))).toBe(
    'Imported logs: 1 new session without drafts, 0 updated, 2 files skipped, the first: a.md: it has no date',
  );
});

const graphs = {
  ...{ files: 1, made: 1, changed: 0, unchanged: 0 },
  ...{ nodes: 0, derived: 0, nodesLeft: 0, faults: 0, named: [] },
};

test('causal graphs are counted by what they claim', () => {
  expect(endOf(job('episodes', 'Import a', { ...read, graphs }))).toBe(
    'Imported a: 0 new sessions, 0 updated, 1 new claim about causes, 0 updated',
  );
});

test('past sessions that hold nothing new leave nothing to undo', () => {
  const nothing = {
    files: 3,
    sessions: 0,
    drafts: 0,
    alreadyThere: 2,
    redacted: 0,
    badLines: 0,
    unreadable: 0,
    unknown: {},
  };
  expect(leavesNothing(job('history', 'Import past sessions of codex', nothing))).toBe(true);
  expect(leavesNothing(job('history', 'Import past sessions of codex', { ...nothing, episodesChanged: 1 }))).toBe(
    false,
  );
});

test('files that hold nothing new leave nothing to undo', () => {
  expect(leavesNothing(job('episodes', 'Import a', read))).toBe(true);
  expect(leavesNothing(job('loops', 'Import a', loops))).toBe(true);
  expect(leavesNothing(job('turns', 'Import a', turns))).toBe(true);
  expect(leavesNothing(job('episodes', 'Import a', { ...read, changed: 1 }))).toBe(false);
  expect(leavesNothing(job('episodes', 'Import a', { ...read, graphs }))).toBe(false);
  expect(leavesNothing(job('loops', 'Import a', { ...loops, loopsChanged: 1 }))).toBe(false);
  expect(leavesNothing(job('turns', 'Import a', { ...turns, summaries: 1 }))).toBe(false);
});

test('loops are counted as attempts, and contexts as turns', () => {
  const some = { ...loops, attempts: 2, attemptsChanged: 1, loopsChanged: 1 };
  expect(endOf(job('loops', 'Import a', some))).toBe('Imported a: 2 new attempts, 2 updated');
  expect(endOf(job('turns', 'Import a', { ...turns, turns: 1, other: 2 }))).toBe(
    'Imported a: 1 new turn, 3 already there, 2 left out, stored with other texts',
  );
});

test('a change of sessions says its share, as it counts what is in them, and others how many of how many', () => {
  const at = { done: 150, total: 600 };
  expect(strings.jobs.progressOf({ kind: 'changeEpisodes', ...at })).toBe('25 %');
  expect(strings.jobs.progressOf({ kind: 'changeEpisodes', done: 599, total: 600 })).toBe('99 %');
  expect(strings.jobs.progressOf({ kind: 'changeEpisodes', done: 0, total: null })).toBe('0');
  expect(strings.jobs.progressOf({ kind: 'change', ...at })).toBe('150 of 600');
});
