import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wilson } from '@twicewise/core';
import { runCommand, startAgent, startHost, tempFolder } from '@twicewise/testkit';
import { recallLessons } from './recall/paraphrases.ts';
import { SMALL_TALK } from './recall/questions.ts';
import { askSessions, DOORS, PROJECT, readSessions } from './recall/sessions.ts';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:recall`: what an agent is told when it asks in its own words, through the real bridge and the real hook. Uses
// sessions of a real project, lessons in memories of 1, 10 and 100, and prompts that ask nothing.

const HELP = `Usage: npm run check:recall -- [--data FOLDER] [--sizes 1,10,100]

  --data    folder with ai-agents/episodes and retrieval/paraphrase (default ../shared/data)
  --sizes   lessons of the memories that are asked
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
    sizes: { type: 'string', default: '1,10,100' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const episodes = join(values.data, 'ai-agents/episodes');
const paraphrases = join(values.data, 'retrieval/paraphrase');
if (!existsSync(episodes)) {
  process.stdout.write(`No episodes in ${values.data}: skipped.\n`);
  process.exit(0);
}

/**
 * Minimum share of questions that are told their lesson, by the size of the memory; and maximum share of questions without an
 * answer that are told anything.
 */
const AIMS: Readonly<Record<number, number>> = { 1: 0.85, 10: 0.65, 100: 0.35 };
const MOST_WRONG = 0.1;
/** Minimum share of questions about sessions that are told the right one. */
const SESSIONS_AIM = 0.75;

const percent = (share: number | null) => `${Math.round(100 * (share ?? 0))} %`;

function shareOf(part: number, n: number): string {
  const { value, low, high } = wilson(part, n);
  return `${part} of ${n} (${percent(value)}, ${percent(low)} to ${percent(high)})`;
}

const folder = tempFolder();
// Tests run without the built-in model; this check measures what a person has, so it runs with it.
const withModel = { ...process.env, TWICEWISE_BUILT_IN_MODEL: 'on' };
const host = await startHost({ data: folder.path, spawn: { env: withModel } });
const agent = await startAgent({ data: folder.path, project: PROJECT });
try {
  const verdicts: Verdict[] = [];
  say(`${await readSessions(host, episodes)} episodes`);
  for (const [door, ask] of Object.entries(DOORS)) {
    const { known, unknown } = await askSessions(ask, agent);
    for (const task of [...known.missed, ...unknown.missed]) say(`${door} missed: ${task}`);
    verdicts.push(
      {
        id: door,
        what: 'told the session that knows',
        found: `${shareOf(known.right, known.asked)}, only others ${known.others}, silent ${known.silent}`,
        state: exactly(known.right >= SESSIONS_AIM * known.asked),
      },
      {
        id: door,
        what: 'told anything where none knows',
        found: shareOf(unknown.asked - unknown.silent, unknown.asked),
        state: exactly(unknown.asked - unknown.silent <= MOST_WRONG * unknown.asked),
      },
    );
  }
  let spoken = 0;
  for (const prompt of SMALL_TALK) {
    const payload = { session_id: `talk ${prompt}`, cwd: folder.path, prompt, hook_event_name: 'UserPromptSubmit' };
    const args = ['hook', 'UserPromptSubmit', '--data', folder.path, '--project', PROJECT];
    const { stdout } = await runCommand(args, { input: JSON.stringify(payload) });
    const { text } = await agent.tool('memory_brief', { task: prompt });
    if (stdout !== '' || /session-\d+/.test(text)) {
      spoken++;
      say(`small talk answered: ${prompt}`);
    }
  }
  verdicts.push({
    id: 'hook, brief',
    what: 'told anything for small talk',
    found: shareOf(spoken, SMALL_TALK.length),
    state: exactly(spoken <= SMALL_TALK.length / 40),
  });
  for (const size of values.sizes.split(',').map(Number)) {
    const found = await recallLessons(host, agent, paraphrases, folder.path, size);
    if (found === null) continue;
    const { told, answerable, wrong, unanswerable, offered, offeredWrong, inOwnWords } = found;
    verdicts.push(
      {
        id: `of ${size}`,
        what: 'told the lesson in its own words (control)',
        found: shareOf(inOwnWords, answerable),
        state: exactly(inOwnWords >= 0.9 * answerable),
      },
      {
        id: `of ${size}`,
        what: 'told the lesson in other words',
        found: `${shareOf(told, answerable)}, offered as maybe ${offered} more`,
        state: exactly(told >= (AIMS[size] ?? 0) * answerable),
      },
      {
        id: `of ${size}`,
        what: 'told anything where none answers',
        found: `${shareOf(wrong, unanswerable)}, offered as maybe ${offeredWrong} more`,
        state: exactly(wrong <= MOST_WRONG * unanswerable),
      },
    );
  }
  process.exitCode = conclude(verdicts);
} finally {
  await agent.close();
  await host.stop();
  folder.remove();
}
