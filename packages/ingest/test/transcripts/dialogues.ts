import type { TranscriptBuilder } from './transcript.ts';

// Dialogues of Claude Code with a person, in the format of its records.

interface Question {
  question: string;
  options: string[];
}

/** Asks questions, which are answered; `notes` are what the person wrote beside an answer. */
export function asks(
  builder: TranscriptBuilder,
  id: string,
  questions: Question[],
  answers: Record<string, string> | null,
  notes: Record<string, string> = {},
): TranscriptBuilder {
  const input = {
    questions: questions.map(({ question, options }) => ({
      question,
      header: 'A header',
      options: options.map((label) => ({ label, description: `What ${label} means` })),
      multiSelect: false,
    })),
  };
  const annotations = Object.fromEntries(Object.entries(notes).map(([name, text]) => [name, { notes: text }]));
  const toolUseResult = { ...input, answers, ...(Object.keys(notes).length > 0 ? { annotations } : {}) };
  return builder
    .call(id, 'AskUserQuestion', input)
    .result(id, 'User has answered your questions.', false, answers === null ? {} : { toolUseResult });
}

/** Presents a plan, which the person approves. */
export function plans(
  builder: TranscriptBuilder,
  id: string,
  plan: string | undefined,
  answer: Record<string, unknown> = {},
): TranscriptBuilder {
  return builder
    .call(id, 'ExitPlanMode', plan === undefined ? {} : { plan })
    .result(id, 'User has approved your plan. You can now start coding.', false, {
      toolUseResult: { isAgent: false, ...answer },
    });
}
