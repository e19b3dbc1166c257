import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { OutputOf } from '@twicewise/contract';
import type { Agent, HostProcess } from '@twicewise/testkit';

/** A question, and the lessons that answer it; none if no lesson does. */
interface Question {
  id: string;
  text: string;
  answers: ReadonlySet<string>;
}

/** Number of lessons at the top of an answer that count as told. */
const MOST_TOLD = 3;

interface Lesson {
  id: string;
  title: string;
  text: string;
}

function linesOf<T>(path: string): T[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as T);
}

function readQuestions(folder: string): Question[] {
  const answers = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, 'qrels.tsv'), 'utf8').split('\n')) {
    const [question = '', lesson = ''] = line.split('\t');
    answers.set(question, [...(answers.get(question) ?? []), lesson]);
  }
  const questions = linesOf<{ id: string; text: string }>(join(folder, 'queries.jsonl'));
  return questions.map(({ id, text }) => ({ id, text, answers: new Set(answers.get(id)) }));
}

/** Number of questions with an answer that were told the right lesson, and of other questions that were told anything. */
export interface Recalled {
  size: number;
  told: number;
  answerable: number;
  wrong: number;
  unanswerable: number;
  /** The same, including what was offered as "maybe". */
  offered: number;
  offeredWrong: number;
  /** Control: number of lessons that are told when the question uses their own words. */
  inOwnWords: number;
}

/** Number of questions that share a memory: at most one lesson in ten is an answer. */
const questionsPerMemory = (size: number) => Math.max(1, Math.floor(size / 10));

/**
 * One lesson that answers each question, and others of the corpus, starting from a place that depends on the first question, so
 * that the memory is the same in each run.
 */
function memoryFor(questions: readonly Question[], at: number, corpus: readonly Lesson[], size: number): Lesson[] {
  const own = questions.flatMap(({ answers }) => corpus.find(({ id }) => answers.has(id)) ?? []);
  const isAnswer = (id: string) => questions.some(({ answers }) => answers.has(id));
  const others = Array.from({ length: 2 * size }, (_, n) => corpus[(at * 37 + n * 41) % corpus.length] as Lesson);
  const rest = [...new Map(others.map((lesson) => [lesson.id, lesson])).values()].filter(({ id }) => !isAnswer(id));
  return [...own, ...rest].slice(0, size);
}

/** Waits until every lesson has its vector, so that all questions meet the same state. */
async function untilVectorsAreThere(host: HostProcess): Promise<void> {
  for (;;) {
    const { vectors } = await host.client.call('host.status', {});
    if (vectors.state === 'ready' && vectors.done === vectors.total) return;
    if (vectors.state !== 'filling' && vectors.state !== 'ready') throw new Error(vectors.message);
    await wait(500);
  }
}

/** Fills one project per memory. The lessons of one project do not affect another. */
async function fill(host: HostProcess, folder: string, memories: readonly (readonly Lesson[])[]): Promise<void> {
  const path = join(folder, `lessons-${memories[0]?.length}.jsonl`);
  const lines = memories.flatMap((lessons, at) =>
    lessons.map(({ id, title, text }) => ({ id, title, text, outcome: 'success', projectId: projectOf(memories, at) })),
  );
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { job } = await host.client.call('import.lessons', { path });
  for (;;) {
    const { job: now } = await host.client.call('job.get', { id: job.id });
    if (now.state === 'failed') throw new Error(now.error?.message);
    if (now.state === 'done') return untilVectorsAreThere(host);
    await wait(100);
  }
}

const projectOf = (memories: readonly (readonly Lesson[])[], at: number) => `memory of ${memories[0]?.length}, ${at}`;

/** Lessons of a brief, by the ids in the question files. */
interface Told {
  lessons: string[];
  maybe: string[];
}

async function toldAbout(task: string, projectId: string, agent: Agent, host: HostProcess): Promise<Told> {
  const answer = await agent.tool('memory_brief', { task, projectId });
  if (!answer.ok) throw new Error(answer.text);
  const { lessons, maybe } = answer.value as Pick<OutputOf<'memory.brief'>, 'lessons' | 'maybe'>;
  const named = async ({ id }: { id: string }) => {
    const { reflection } = await host.client.call('reflection.get', { id });
    return reflection.nativeId ?? '';
  };
  return { lessons: await Promise.all(lessons.map(named)), maybe: await Promise.all(maybe.map(named)) };
}

/** Asks every question in its memory. Null if the question files do not exist. */
export async function recallLessons(
  host: HostProcess,
  agent: Agent,
  set: string,
  folder: string,
  size: number,
): Promise<Recalled | null> {
  if (!existsSync(join(set, 'queries.jsonl'))) return null;
  const corpus = linesOf<Lesson>(join(set, 'corpus.jsonl'));
  const questions = readQuestions(set);
  const shared = questionsPerMemory(size);
  const groups = Array.from({ length: Math.ceil(questions.length / shared) }, (_, at) =>
    questions.slice(at * shared, (at + 1) * shared),
  );
  const memories = groups.map((group, at) => memoryFor(group, at, corpus, size));
  await fill(host, folder, memories);
  const found = { size, told: 0, answerable: 0, wrong: 0, unanswerable: 0, offered: 0, offeredWrong: 0, inOwnWords: 0 };
  for (const [at, question] of questions.entries()) {
    const memory = Math.floor(at / shared);
    await ask(question, memories[memory] ?? [], projectOf(memories, memory), { agent, host }, found);
  }
  return found;
}

async function ask(
  question: Question,
  memory: readonly Lesson[],
  project: string,
  { agent, host }: { agent: Agent; host: HostProcess },
  found: Recalled,
): Promise<void> {
  const { lessons, maybe } = await toldAbout(question.text, project, agent, host);
  const isAnswer = (id: string) => question.answers.has(id);
  if (question.answers.size === 0) {
    found.unanswerable++;
    found.wrong += Number(lessons.length > 0);
    found.offeredWrong += Number(maybe.length > 0);
    return;
  }
  found.answerable++;
  found.told += Number(lessons.slice(0, MOST_TOLD).some(isAnswer));
  found.offered += Number(maybe.some(isAnswer));
  const own = memory.find(({ id }) => isAnswer(id));
  if (!own) return;
  const again = await toldAbout(`${own.title} ${own.text}`.slice(0, 300), project, agent, host);
  found.inOwnWords += Number(again.lessons.includes(own.id));
}
