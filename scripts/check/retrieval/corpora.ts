import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LessonDocument, LessonIndex } from '@twicewise/search';

/** A query and the documents that answer it, with grades. */
export interface JudgedQuery {
  id: string;
  text: string;
  grades: ReadonlyMap<string, number>;
}

/** One set of `shared/data/retrieval`. */
export interface Corpus {
  name: string;
  documents: LessonDocument[];
  queries: JudgedQuery[];
  /** The same queries with typos, which are the same in every run. */
  typos: JudgedQuery[];
}

function readLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

function toDocument({ id, title, text }: { id: string; title: string; text: string }, seq: number): LessonDocument {
  return {
    seq,
    id,
    projectId: 'check',
    sessionId: null,
    kind: 'lesson',
    outcome: 'unknown',
    state: 'accepted',
    failureCategory: null,
    agent: null,
    confidence: null,
    pinned: false,
    standing: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    tags: [],
    entityIds: [],
    title,
    body: [text],
  };
}

function readGrades(file: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [query = '', document = '', grade = '0'] = line.split('\t');
    grades.set(query, (grades.get(query) ?? new Map()).set(document, Number(grade)));
  }
  return grades;
}

function readCorpus(root: string, name: string): Corpus {
  const file = (rest: string) => join(root, name, rest);
  const grades = readGrades(file('qrels.tsv'));
  const judged = (rest: string) =>
    readLines<{ id: string; text: string }>(file(rest)).map((query) => {
      return { ...query, grades: grades.get(query.id) ?? new Map() };
    });
  return {
    name,
    documents: readLines<{ id: string; title: string; text: string }>(file('corpus.jsonl')).map(toDocument),
    queries: judged('queries.jsonl'),
    typos: judged('queries.typo.jsonl'),
  };
}

/** All sets in a folder whose queries use the words of their lessons; none if the folder does not exist. */
export function readCorpora(root: string): Corpus[] {
  if (!existsSync(root)) return [];
  // `paraphrase` has no typos; `check:recall` uses it.
  const names = readdirSync(root).filter((name) => existsSync(join(root, name, 'queries.typo.jsonl')));
  return names.sort().map((name) => readCorpus(root, name));
}

/** An index over these documents. */
export function indexOf(documents: readonly LessonDocument[]): LessonIndex {
  const index = new LessonIndex();
  for (const document of documents) index.put(document);
  return index;
}
