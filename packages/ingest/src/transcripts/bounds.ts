import { instant, label, shorten, withLineFeeds } from '@twicewise/contract';
import { type Clean, cleanHead, cleanTail } from '@twicewise/redaction';
import type { Call, Decided, Edit, SessionFacts, Step } from './steps.ts';
import type { TodoNews } from './summary/todo-news.ts';

// The content of a transcript cannot be trusted: texts may have any length, and times may be invalid. Rules get only bounded
// texts, because their expressions are fast only on those, and facts that the memory can store.

/** Maximum length of each end of an output that is examined, in UTF-16 units. */
const MAX_OUTPUT_END = 32_768;
const MAX_LINE = 2000;
const MAX_COMMAND = 4096;
const MAX_SAID = 20_000;
const MAX_EDIT = 16_384;
const MAX_PATH = 1024;
const MAX_ID = 256;
const MAX_TITLE = 2000;
const MAX_OPTIONS = 100;

/** Terminal colours, which may stand inside words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const COLOURS = /\u001b\[[0-9;]*m/g;

/**
 * Shortens a text that is too long. Secrets are removed only then, because that is slow. Line ends become line feeds, which rules
 * rely on: Windows programs and progress bars write others.
 */
type Bound = (text: string, max: number) => string;

function boundBy(clean: Clean): Bound {
  return (given, max) => {
    const text = withLineFeeds(given);
    return text.length <= max ? text : cleanHead(text, max, clean);
  };
}

/** The beginning and end of a long output, where programs print what matters most. */
function ends(text: string, clean: Clean): string {
  if (text.length <= 2 * MAX_OUTPUT_END) return text;
  return `${cleanHead(text, MAX_OUTPUT_END, clean)}\n${cleanTail(text, MAX_OUTPUT_END, clean)}`;
}

function boundedOutput(text: string, clean: Clean): string {
  const bound = boundBy(clean);
  return ends(withLineFeeds(text.replace(COLOURS, '')), clean)
    .split('\n')
    .map((line) => bound(line, MAX_LINE))
    .join('\n');
}

function boundedEdit({ path, before, after }: Edit, bound: Bound): Edit {
  return { path: bound(path, MAX_PATH), before: bound(before, MAX_EDIT), after: bound(after, MAX_EDIT) };
}

function boundedCall(call: Call, bound: Bound): Call {
  const { command, edit } = call;
  return {
    ...call,
    tool: bound(call.tool, MAX_ID),
    command: command === null ? null : bound(command, MAX_COMMAND),
    edit: edit && boundedEdit(edit, bound),
    about: bound(call.about, MAX_TITLE),
    ...(call.todos ? { todos: boundedTodos(call.todos, bound) } : {}),
  };
}

function boundedTodos(news: TodoNews, bound: Bound): TodoNews {
  const short = <T extends { text: string | null }>(one: T) => {
    return { ...one, text: one.text === null ? null : bound(one.text, MAX_TITLE) };
  };
  return news.kind === 'all' ? { ...news, todos: news.todos.map(short) } : short(news);
}

function boundedDecision(step: Decided, bound: Bound): Decided {
  return {
    ...step,
    context: bound(step.context, MAX_SAID),
    options: step.options.slice(0, MAX_OPTIONS).map((option) => bound(option, MAX_TITLE)),
    chosen: bound(step.chosen, MAX_SAID),
    rationale: step.rationale === null ? null : bound(step.rationale, MAX_SAID),
  };
}

/** The instant in the form that the memory stores, or null for an invalid one. */
function timeOf(text: string | null): string | null {
  return text !== null && instant.safeParse(text).success ? new Date(text).toISOString() : null;
}

/** A step as rules may see it; null for a step that cannot be identified. `clean` is applied where a text is cut. */
export function boundedStep(step: Step, clean: Clean): Step | null {
  const bound = boundBy(clean);
  const at = timeOf(step.at);
  const chain = shorten(step.chain, MAX_ID);
  if (step.kind === 'prompt' || step.kind === 'said') return { ...step, at, chain, text: bound(step.text, MAX_SAID) };
  if (step.kind === 'decided') return { ...boundedDecision(step, bound), at, chain };
  if (!label(MAX_ID).safeParse(step.id).success) return null;
  if (step.kind === 'call') return { ...boundedCall(step, bound), at, chain };
  const rejection = step.rejection === null ? null : bound(step.rejection, MAX_SAID);
  return { ...step, at, chain, rejection, text: boundedOutput(step.text, clean) };
}

/** Session facts, without those that the memory could not store. */
export function boundedFacts(facts: Partial<SessionFacts>, clean: Clean): Partial<SessionFacts> {
  const bound = boundBy(clean);
  const fits = (max: number) => (value: string) => (label(max).safeParse(value).success ? value : null);
  const rules: Partial<Record<keyof SessionFacts, (value: string) => string | null>> = {
    nativeId: fits(MAX_ID),
    version: fits(64),
    branch: fits(512),
    cwd: (value) => (value.length > 4096 || value.includes('\0') ? null : value),
    title: (value) => bound(value, MAX_TITLE),
    startedAt: timeOf,
    endedAt: timeOf,
  };
  const entries = Object.entries(facts).map(([name, value]) => {
    const rule = rules[name as keyof SessionFacts];
    return [name, typeof value === 'string' && rule ? rule(value) : value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}
