import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, HostProcess } from '@twicewise/testkit';

/** A question, and the lessons that answer it; none where no lesson does. */
interface Question {
  id: string;
  text: string;
  answers: ReadonlySet<string>;
}

/** Lessons of an answer that count as told. */
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

/** How many of the questions that somebody knows were told the right lesson, and how many others were told anything. */
export interface Recalled {
  size: number;
  told: number;
  answerable: number;
  wrong: number;
  unanswerable: number;
  /** The control: how many lessons are told when they are asked for in their own words. */
  inOwnWords: number;
}

/** Every `step`th lesson of the corpus from a place that depends on the question: the same memory in each run. */
function memoryFor(question: Question, at: number, corpus: readonly Lesson[], size: number): Lesson[] {
  const own = corpus.find(({ id }) => question.answers.has(id));
  const others = Array.from({ length: size }, (_, n) => corpus[(at * 37 + n * 41) % corpus.length] as Lesson);
  const rest = others.filter(({ id }) => !question.answers.has(id)).slice(0, own ? size - 1 : size);
  return own ? [own, ...rest] : rest;
}

/** A project for each question with a memory of that size. The lessons of a project do not mix with those of another. */
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
    if (now.state === 'done') return;
  }
}

const projectOf = (memories: readonly (readonly Lesson[])[], at: number) => `memory of ${memories[0]?.length}, ${at}`;

/** Ids that the lessons of a brief have in the questions' own files. */
async function toldAbout(task: string, projectId: string, agent: Agent, host: HostProcess): Promise<string[]> {
  const answer = await agent.tool('memory_brief', { task, projectId });
  if (!answer.ok) throw new Error(answer.text);
  const ids = [...new Set(answer.text.match(/refl_[0-9A-Z]{26}/g))];
  const lessons = await Promise.all(ids.map((id) => host.client.call('reflection.get', { id })));
  return lessons.map(({ reflection }) => reflection.nativeId ?? '');
}

/** Asks every question of a memory of its own. Null where the questions are not there. */
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
  const memories = questions.map((question, at) => memoryFor(question, at, corpus, size));
  await fill(host, folder, memories);
  const found: Recalled = { size, told: 0, answerable: 0, wrong: 0, unanswerable: 0, inOwnWords: 0 };
  for (const [at, question] of questions.entries()) {
    const lessons = await toldAbout(question.text, projectOf(memories, at), agent, host);
    const isTold = lessons.slice(0, MOST_TOLD).some((id) => question.answers.has(id));
    if (question.answers.size > 0) {
      found.answerable++;
      found.told += Number(isTold);
      const own = memories[at]?.[0];
      const again = own
        ? await toldAbout(`${own.title} ${own.text}`.slice(0, 300), projectOf(memories, at), agent, host)
        : [];
      found.inOwnWords += Number(own !== undefined && again.includes(own.id));
    } else {
      found.unanswerable++;
      found.wrong += Number(lessons.length > 0);
    }
  }
  return found;
}
