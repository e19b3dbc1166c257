import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { type Caller, type Dispatch, type OutputOf, shorten, visible } from '@twicewise/contract';
import { renderFailure } from '@twicewise/tool-answers';
import type { Offering } from './server-profile.ts';

/** Longest argument that is put into a prompt, in UTF-16 units. */
const MAX_ARGUMENT = 8000;

const TASK = { name: 'task', description: 'What the work is about', required: true };

/** The prompts that are offered. */
export const PROMPTS = [
  {
    name: 'brief',
    title: 'Begin with what is known',
    description: 'What earlier attempts teach about a task, put before it',
    arguments: [TASK],
  },
  {
    name: 'reflect',
    title: 'Write down what was learned',
    description: 'How to record an attempt so that the next one starts from it',
    arguments: [{ ...TASK, required: false }],
  },
];

/**
 * How to write a reflection that helps: the practices of the Reflexion guide (S3-59, S3-60), and the question that makes a
 * lesson useful to somebody who was not there (E-11).
 */
const REFLECT = [
  'Look back at the attempt that has just ended and record it with reflection_store.',
  '',
  'First answer for yourself: what would you have wanted to be told before you began? That is nextStrategy.',
  '',
  'Write it so that it can be acted on:',
  '- In the first person, about what you did: "I mocked the clock, and the test still waited."',
  '- Name the place: file, function, command, the exact error.',
  '- Give the chain: this led to that, because of this.',
  '- One concrete step per entry, the next thing to type or to check.',
  '- If an earlier lesson played a part, name its id in lessonsUsed, whether it helped or misled.',
  '- State confidence as high as your evidence: a test that ran, an output that you saw.',
  '',
  'Leave out:',
  '- advice that fits every task, such as being careful or testing well;',
  '- blame of tools or people without the cause;',
  '- what an earlier lesson already says in the same words;',
  '- a success that no check has shown: the outcome is then partial or unknown.',
].join('\n');

function asUser(text: string) {
  return { role: 'user' as const, content: { type: 'text' as const, text } };
}

async function brief(dispatch: Dispatch, task: string, caller: Caller): Promise<string> {
  const input = { task, trigger: 'prompt' };
  const answer = await dispatch({ name: 'memory.brief', input, caller });
  if (!answer.ok) return renderFailure(answer.error);
  return (answer.value as OutputOf<'memory.brief'>).text;
}

/** Offers the two prompts that a person starts by hand: one before the work, one after it. */
export function offerPrompts(server: Server, { dispatch, callerOf }: Offering): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const task = shorten(visible(params.arguments?.task ?? '').trim(), MAX_ARGUMENT);
    if (params.name === 'reflect') {
      return { messages: [asUser(task === '' ? REFLECT : `${REFLECT}\n\nThe task was: ${task}`)] };
    }
    if (params.name !== 'brief') {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no prompt called ${shorten(params.name, 80)}.`,
      );
    }
    if (task === '') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The prompt brief needs a task.');
    const known = await brief(dispatch, task, callerOf(context));
    return { messages: [asUser(`${known}\n\nThe task: ${task}`)] };
  });
}
