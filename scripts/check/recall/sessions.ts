import type { Agent, HostProcess } from '@twicewise/testkit';
import { SESSION_QUESTIONS } from './questions.ts';

/** Name of the project for the sessions of a real project. */
export const PROJECT = 'sessions of a real project';

/** Imports the episodes of a folder through the host. */
export async function readSessions(host: HostProcess, path: string): Promise<number> {
  const { job } = await host.client.call('import.episodes', { path, projectId: PROJECT });
  for (;;) {
    const { job: now } = await host.client.call('job.get', { id: job.id });
    if (now.state === 'failed') throw new Error(now.error?.message);
    if (now.state === 'done') return now.done;
  }
}

/** Number of questions that were told the right session, only other sessions, or nothing. */
export interface Told {
  asked: number;
  right: number;
  others: number;
  silent: number;
  /** Questions that were not answered as expected. */
  missed: string[];
}

const NOTHING: Told = { asked: 0, right: 0, others: 0, silent: 0, missed: [] };

/** Asks all questions and counts the results, separately for those that some session answers and those that none does. */
export async function askSessions(
  ask: (agent: Agent, task: string) => Promise<string>,
  agent: Agent,
): Promise<{ known: Told; unknown: Told }> {
  const known = { ...NOTHING, missed: [] as string[] };
  const unknown = { ...NOTHING, missed: [] as string[] };
  for (const { task, sessions } of SESSION_QUESTIONS) {
    const text = await ask(agent, task);
    const told = sessions.length > 0 ? known : unknown;
    const isRight = sessions.some((number) => text.includes(`session-${number}`));
    const isSilent = !/session-\d+/.test(text);
    told.asked++;
    told.right += Number(isRight);
    told.others += Number(!isRight && !isSilent);
    told.silent += Number(isSilent);
    if (sessions.length > 0 ? !isRight : !isSilent) told.missed.push(task);
  }
  return { known, unknown };
}

/** Ways to ask: the text of a brief, and that of a search by words. */
export const DOORS: Readonly<Record<string, (agent: Agent, task: string) => Promise<string>>> = {
  memory_brief: async (agent, task) => (await agent.tool('memory_brief', { task, projectId: PROJECT })).text,
  'memory_ask episode': async (agent, task) => {
    const { text } = await agent.tool('memory_ask', { kind: 'episode', about: task, projectId: PROJECT });
    return text;
  },
};
