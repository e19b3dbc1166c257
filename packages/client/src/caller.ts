import { AppError, type Caller, type CallOptions, textProblem } from '@twicewise/contract';

/** Who a program is to the memory, and where what it stores belongs. */
export interface ProgramOptions {
  /** Name of the program, under which its lessons are stored: 1 to 120 characters. It is taken for an agent, never for a person. */
  name: string;
  /**
   * Where its lessons belong if a call names no project: that of a folder, which all worktrees of a repository share, or one by
   * its name or id. Without it they go to the project `unsorted`.
   */
  project?: { folder: string } | { reference: string };
  /** The run that its lessons belong to if a call names no session: any id that the program gives its runs. */
  session?: string;
}

const MAX_NAME = 120;

/** The error for a wrong option; `message` begins with its name. */
export function invalidOption(message: string): AppError {
  return new AppError({ code: 'invalid_input', message, hint: 'Correct it and try again; nothing was opened.' });
}

function checkedName(name: unknown): string {
  const isName = typeof name === 'string' && name.trim() !== '' && name.length <= MAX_NAME;
  if (!isName) throw invalidOption(`name: must be a text of 1 to ${MAX_NAME} characters`);
  const problem = textProblem(name);
  if (problem !== null) throw invalidOption(`name: ${problem}`);
  return name;
}

/** The project of a program, checked: programs in plain JavaScript give texts. Throws `invalid_input`. */
export function checkedProject({ project }: Pick<ProgramOptions, 'project'>): ProgramOptions['project'] {
  if (project === undefined) return undefined;
  const { folder, reference } = (Object(project) === project ? project : {}) as Record<string, unknown>;
  if (typeof folder === 'string' || typeof reference === 'string') return project;
  throw invalidOption('project: must be { folder } or { reference }');
}

/** The caller of one call: the program, or the agent that it shows the answer to. */
export function callerOfCall<C extends Pick<Caller, 'session' | 'forAgent'>>(
  caller: C,
  forAgent: CallOptions['forAgent'],
): C {
  return forAgent === undefined ? caller : { ...caller, forAgent: true, session: forAgent.session ?? caller.session };
}

/** The caller of a program, but for its project. `library` is what it calls through, with its version. */
export function programCaller({ name, session }: ProgramOptions, library: string): Omit<Caller, 'project'> {
  return {
    // The door of programs: they ask in all projects, and what they read is not counted as shown to an agent unless they say so.
    door: 'cli',
    author: { kind: 'agent', name: checkedName(name) },
    client: library,
    session: session ?? null,
  };
}
