// The lists in which agents keep what is to be done: `TodoWrite` of Claude Code, and from 2.1.16 on its `TaskCreate` and
// `TaskUpdate` (both seen in genuine sessions); `update_plan` of Codex, `write_todos` of Gemini CLI and `todo_write` of Qwen Code,
// as their programs declare them. Unlike the others, Claude Code's tasks are made and changed one by one.

/** How far a todo is. What was cancelled or deleted is no todo any more. */
export type TodoStatus = 'open' | 'in_progress' | 'blocked' | 'done';

/** One entry of an agent's list. */
export interface Todo {
  text: string;
  status: TodoStatus;
}

/** What a call does to the list of its agent, should it succeed. */
export type TodoNews =
  | { kind: 'all'; todos: Todo[] }
  /** Its id is in the result. */
  | { kind: 'made'; text: string }
  /** Null stays as it was; status `gone` takes it off the list. */
  | { kind: 'changed'; id: string; text: string | null; status: TodoStatus | 'gone' | null };

/** Maximum number of todos that are read of a list. */
const MAX_TODOS = 100;

const STATUSES: ReadonlyMap<string, TodoStatus | 'gone'> = new Map([
  ['pending', 'open'],
  ['in_progress', 'in_progress'],
  ['blocked', 'blocked'],
  ['completed', 'done'],
  ['cancelled', 'gone'],
  ['deleted', 'gone'],
]);

/** The status that a program names; null for a name that is unknown, or for none. */
const statusOf = (name: unknown) => (typeof name === 'string' ? (STATUSES.get(name) ?? null) : null);
const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

type Input = Readonly<Record<string, unknown>>;

/** Reads a whole list, whose entries have their text under `key`. */
function whole(list: unknown, key: string): TodoNews | undefined {
  if (!Array.isArray(list)) return undefined;
  const todos = list.slice(0, MAX_TODOS).flatMap((entry: Input | null): Todo[] => {
    const [text, status] = [textOf(entry?.[key]), statusOf(entry?.status)];
    return text === null || status === null || status === 'gone' ? [] : [{ text, status }];
  });
  return { kind: 'all', todos };
}

function made({ subject }: Input): TodoNews | undefined {
  const text = textOf(subject);
  return text === null ? undefined : { kind: 'made', text };
}

function changed({ taskId: id, subject, status }: Input): TodoNews | undefined {
  return typeof id === 'string' ? { kind: 'changed', id, text: textOf(subject), status: statusOf(status) } : undefined;
}

const TOOLS: Readonly<Record<string, (input: Input) => TodoNews | undefined>> = {
  TodoWrite: ({ todos }) => whole(todos, 'content'),
  TaskCreate: made,
  TaskUpdate: changed,
  update_plan: ({ plan }) => whole(plan, 'step'),
  write_todos: ({ todos }) => whole(todos, 'description'),
  todo_write: ({ todos }) => whole(todos, 'content'),
};

const isInput = (value: unknown): value is Input => value !== null && typeof value === 'object';

/** What a call of this tool does to the list; undefined for other tools, and for input that none of the programs writes. */
export function todoNews(tool: string, input: unknown): TodoNews | undefined {
  return isInput(input) && Object.hasOwn(TOOLS, tool) ? TOOLS[tool]?.(input) : undefined;
}
