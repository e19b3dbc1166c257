import type { InputOf } from '@twicewise/client';
import { asData } from '../lessons-prompt.ts';
import type { Message, Tool } from '../model/model.ts';
import { storable } from '../storable.ts';
import type { Thought } from './reflective-thinking.ts';

/** A part of a context, as the memory keeps it. */
export type Part = InputOf<'turn.save'>['context'][number];

/** What a turn gives to the model. */
export interface ToGive {
  readonly system: string;
  readonly task: string;
  /** What the memory tells before the task. */
  readonly lessons: { readonly text: string; readonly ids: readonly string[] };
  readonly history: readonly Message[];
  /** Messages that are not given any more. */
  readonly leftOut: number;
  readonly context: string;
  readonly thought: Thought;
  readonly tools: readonly Tool[];
}

/** A part of the model's context with the message that it stands in. */
interface Placed extends Part {
  readonly role: 'system' | 'user';
}

const placed = (role: Placed['role'], kind: string, text: string, about: readonly string[] = []): Placed => ({
  role,
  kind,
  text,
  about: [...about],
});

/** What the model thought, for its action. */
function thoughtsText({ rounds }: Thought): string {
  return rounds
    .map(({ text = '', reason, nextFocus }, n) =>
      [`Round ${n + 1}: ${text}`, reason && `Decided: ${reason}`, nextFocus && `Focus: ${nextFocus}`]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

/** The parts before and after the conversation. Those that say nothing are left out. */
function partsOf({ system, task, lessons, leftOut, context, thought }: ToGive): { before: Placed[]; after: Placed[] } {
  const { summaries, recalled } = thought;
  const left = leftOut === 0 ? '' : `${leftOut} older messages are left out; the summaries tell what they came to.`;
  const thoughts = thoughtsText(thought);
  const saying = (parts: readonly Placed[]) => parts.filter(({ text }) => text !== '');
  return {
    before: saying([
      placed('system', 'system', system),
      placed('user', 'task', `# Task\n${task}`),
      placed('user', 'lessons', lessons.text, lessons.ids),
      placed('user', 'other', left),
    ]),
    after: saying([
      placed('user', 'summaries', summaries && `# Earlier turns\n${asData(summaries, 'summaries of earlier turns')}`),
      ...recalled.map(({ turn, text }) =>
        placed('user', 'recalled', `# Turn ${turn.number}, recalled\n${asData(text, `turn ${turn.number}`)}`, [
          turn.id,
        ]),
      ),
      placed('user', 'workspace', context && `# Workspace now\n${asData(context, 'workspace')}`),
      placed('user', 'thoughts', thoughts && `# What you thought\n${thoughts}`),
    ]),
  };
}

/** A message of the conversation as a part. */
function historyPart(message: Message): Part {
  const calls = message.role === 'assistant' && message.calls?.length ? `\n${JSON.stringify(message.calls)}` : '';
  const name = message.role === 'tool' ? `tool ${message.tool}` : message.role;
  return { kind: 'history', name: storable(name, 200), text: `${message.text}${calls}` };
}

const together = (parts: readonly Placed[], role: Placed['role']) =>
  parts
    .filter((part) => part.role === role)
    .map(({ text }) => text)
    .join('\n\n');

/** The messages that a turn gives to the model, and the same as parts: exactly the texts in the messages. */
export function contextOf(give: ToGive): { messages: Message[]; parts: Part[] } {
  const { before, after } = partsOf(give);
  const system = together(before, 'system');
  const opening = together(before, 'user');
  const closing = together(after, 'user');
  const tools = give.tools.map(({ name, description, input }) => ({ name, description, input }));
  const unplaced = ({ role: _role, ...part }: Placed): Part => part;
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system', text: system } as const]),
      ...(give.history.length === 0
        ? [{ role: 'user', text: [opening, closing].filter(Boolean).join('\n\n') } as const]
        : [{ role: 'user', text: opening } as const, ...give.history, { role: 'user', text: closing } as const]),
    ],
    parts: [
      ...before.map(unplaced),
      ...give.history.map(historyPart),
      ...after.map(unplaced),
      ...(tools.length === 0 ? [] : [{ kind: 'tools', text: JSON.stringify(tools, null, 2) }]),
    ],
  };
}
