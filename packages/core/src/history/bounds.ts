import { instant, label, shorten } from '@twicewise/contract';
import type { Call, Edit, SessionFacts, Step } from './steps.ts';

// A transcript is whatever lies in a file: texts of any length, times that are none. Rules see bounded texts, because their
// expressions are quick on those only, and facts that the memory can hold.

/** Longest part of an output that is looked at, at its beginning and at its end, in UTF-16 units. */
const MAX_OUTPUT_END = 32_768;
const MAX_LINE = 2000;
const MAX_COMMAND = 4096;
const MAX_SAID = 20_000;
const MAX_EDIT = 16_384;
const MAX_PATH = 1024;
const MAX_ID = 256;
const MAX_TITLE = 2000;

/** The beginning and the end of a long output: what a program starts with and ends with says most. */
function ends(text: string): string {
  if (text.length <= 2 * MAX_OUTPUT_END) return text;
  return `${text.slice(0, MAX_OUTPUT_END)}\n${text.slice(-MAX_OUTPUT_END)}`;
}

function boundedLines(text: string): string {
  return ends(text)
    .split('\n')
    .map((line) => shorten(line, MAX_LINE))
    .join('\n');
}

function boundedEdit({ path, before, after }: Edit): Edit {
  return { path: shorten(path, MAX_PATH), before: shorten(before, MAX_EDIT), after: shorten(after, MAX_EDIT) };
}

function boundedCall(call: Call): Call {
  const { command, edit } = call;
  return {
    ...call,
    tool: shorten(call.tool, MAX_ID),
    command: command === null ? null : shorten(command, MAX_COMMAND),
    edit: edit && boundedEdit(edit),
    about: shorten(call.about, MAX_TITLE),
  };
}

/** The instant as the memory writes it, or null for what is none. */
function timeOf(text: string | null): string | null {
  return text !== null && instant.safeParse(text).success ? new Date(text).toISOString() : null;
}

/** A step as rules may see it; null for one that cannot be told from others. */
export function boundedStep(step: Step): Step | null {
  const at = timeOf(step.at);
  const chain = shorten(step.chain, MAX_ID);
  if (step.kind === 'prompt' || step.kind === 'said') return { ...step, at, chain, text: shorten(step.text, MAX_SAID) };
  if (!label(MAX_ID).safeParse(step.id).success) return null;
  if (step.kind === 'call') return { ...boundedCall(step), at, chain };
  const rejection = step.rejection === null ? null : shorten(step.rejection, MAX_SAID);
  return { ...step, at, chain, rejection, text: boundedLines(step.text) };
}

/** What is said of a session, without what the memory could not hold. */
export function boundedFacts(facts: Partial<SessionFacts>): Partial<SessionFacts> {
  const fits = (max: number) => (value: string) => (label(max).safeParse(value).success ? value : null);
  const rules: Partial<Record<keyof SessionFacts, (value: string) => string | null>> = {
    nativeId: fits(MAX_ID),
    version: fits(64),
    branch: fits(512),
    cwd: (value) => (value.length > 4096 || value.includes('\0') ? null : value),
    title: (value) => shorten(value, MAX_TITLE),
    startedAt: timeOf,
    endedAt: timeOf,
  };
  const entries = Object.entries(facts).map(([name, value]) => {
    const rule = rules[name as keyof SessionFacts];
    return [name, typeof value === 'string' && rule ? rule(value) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}
