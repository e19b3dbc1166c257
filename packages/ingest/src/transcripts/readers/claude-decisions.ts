import * as z from 'zod';
import { forgetOldest } from '../forget-oldest.ts';
import type { Call, Decided } from '../steps.ts';
import type { ContentBlock, Entry } from './claude-records.ts';

// Decisions that a person made in the dialogues of Claude Code: answers to AskUserQuestion, plans approved after ExitPlanMode,
// and a plan that begins a session because it was approved at the end of the previous one. Shapes seen in 2.0.74 to 2.1.42;
// `annotations` as newer versions declare them. A dialogue that was closed or rejected decides nothing.

/** Maximum number of dialogues that wait for an answer. */
const MAX_OPEN = 50;

const question = z.looseObject({
  question: z.string(),
  options: z.array(z.looseObject({ label: z.string() })).default([]),
});
const questions = z.looseObject({ questions: z.array(question) });

const answers = z.looseObject({
  answers: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.looseObject({ notes: z.string().optional() })).optional(),
});

const planInput = z.looseObject({ plan: z.string().optional() });
/** `isAgent`: the plan waits for another agent's approval, not a person's. */
const planResult = z.looseObject({ plan: z.string().nullish(), isAgent: z.boolean().optional() });

type At = Pick<Call, 'line' | 'at' | 'chain'>;

function decided(at: At, said: Partial<Decided> & Pick<Decided, 'about' | 'chosen'>): Decided[] {
  if (said.chosen.trim() === '') return [];
  return [{ kind: 'decided', context: '', options: [], rationale: null, ...said, ...at }];
}

/** Each answered question as a decision. It has a reason only where the person wrote a note. */
function answered(input: unknown, result: unknown, at: At): Decided[] {
  const [asked, given] = [questions.safeParse(input), answers.safeParse(result)];
  if (!asked.success || !given.success) return [];
  const { answers: chosen, annotations } = given.data;
  return asked.data.questions.flatMap(({ question: context, options }) => {
    const notes = annotations?.[context]?.notes?.trim() ?? '';
    return decided(at, {
      about: 'question',
      context,
      options: options.map(({ label }) => label),
      chosen: chosen[context] ?? '',
      rationale: notes === '' ? null : notes,
    });
  });
}

/** The plan as it was approved, with the person's edits. If the answer has no plan, the plan as it was proposed. */
function approved(input: unknown, result: unknown, at: At): Decided[] {
  const [put, given] = [planInput.safeParse(input), planResult.safeParse(result)];
  if (given.success && given.data.isAgent === true) return [];
  const plan = (given.success ? given.data.plan : null) ?? (put.success ? put.data.plan : null) ?? '';
  return decided(at, { about: 'plan', chosen: plan });
}

const DIALOGUES = { AskUserQuestion: answered, ExitPlanMode: approved } as const;

const isDialogue = (name: string): name is keyof typeof DIALOGUES => Object.hasOwn(DIALOGUES, name);

/** Finds decisions in the records of one transcript. Records must come in order. */
export function claudeDecisions(): { in(entry: Entry, at: At): Decided[] } {
  const open = new Map<string, { name: keyof typeof DIALOGUES; input: unknown }>();

  function remember({ id, name = '', input }: ContentBlock): void {
    if (id === undefined || !isDialogue(name)) return;
    open.set(id, { name, input });
    forgetOldest(open, MAX_OPEN);
  }

  function close({ tool_use_id: id = '', is_error: isError }: ContentBlock, result: unknown, at: At): Decided[] {
    const dialogue = open.get(id);
    open.delete(id);
    return dialogue && isError !== true ? DIALOGUES[dialogue.name](dialogue.input, result, at) : [];
  }

  return {
    in({ type, message, toolUseResult, planContent, isMeta }, at) {
      const content = message?.content;
      const blocks = Array.isArray(content) ? content : [];
      if (type === 'assistant') for (const block of blocks.filter((one) => one.type === 'tool_use')) remember(block);
      if (type !== 'user') return [];
      const results = blocks.filter((one) => one.type === 'tool_result');
      // The record holds one structured answer, so with several results it is unclear which one it belongs to.
      const data = results.length === 1 ? toolUseResult : undefined;
      const begun = planContent !== undefined && !isMeta ? decided(at, { about: 'plan', chosen: planContent }) : [];
      return [...begun, ...results.flatMap((block) => close(block, data, at))];
    },
  };
}
