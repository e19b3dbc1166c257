import { loadTokenCounter } from '@twicewise/core';
import { ask, openCore } from './in-process.ts';
import { QUESTIONS } from './questions.ts';
import type { Fact } from './results.ts';

// How many tokens an agent reads to get an answer: the brief for its task, compared with everything that its project knows, and
// with everything in the memory.

type Core = ReturnType<typeof openCore>;

async function loadSample(core: Core): Promise<void> {
  const { job } = await ask(core, 'import.sample', {});
  for (let state = job.state; state !== 'done'; ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    state = (await ask(core, 'job.get', { id: job.id })).job.state;
    if (state === 'failed') throw new Error('the sample could not be loaded');
  }
}

async function dump(core: Core, projectId?: string): Promise<number> {
  const countTokens = await loadTokenCounter();
  const { items } = await ask(core, 'reflection.list', { limit: 200, ...(projectId ? { projectId } : {}) });
  const { prompt } = await ask(core, 'reflection.format', { ids: items.map(({ id }) => id) });
  return countTokens(prompt);
}

/** Mean tokens per question for each way, and the number of questions that the brief answers. */
export async function tokensPerQuestion(folder: string): Promise<Fact[]> {
  const core = openCore(folder);
  try {
    await loadSample(core);
    const { items } = await ask(core, 'reflection.list', { limit: 200 });
    const idOf = new Map(items.map(({ nativeId, id }) => [nativeId, id]));
    let [briefed, ofProject, answered] = [0, 0, 0];
    for (const { project, text, answers } of QUESTIONS) {
      const brief = await ask(core, 'memory.brief', { task: text, projectId: project, dryRun: true });
      const wanted = answers.map((number) => idOf.get(`sample-${String(number).padStart(3, '0')}`));
      if (brief.lessons.some(({ id }) => wanted.includes(id))) answered++;
      briefed += brief.tokens;
      ofProject += await dump(core, project);
    }
    const mean = (sum: number) => sum / QUESTIONS.length;
    return [
      {
        name: `tokens per question: brief, against all lessons of the project`,
        unit: 'tokens',
        sides: { ours: mean(briefed), plain: mean(ofProject) },
      },
      {
        name: 'tokens per question: brief, against all lessons of the sample',
        unit: 'tokens',
        sides: { ours: mean(briefed), plain: await dump(core) },
      },
      { name: 'questions whose answer is in the brief', unit: `of ${QUESTIONS.length}`, sides: { ours: answered } },
    ];
  } finally {
    await core.close();
  }
}
