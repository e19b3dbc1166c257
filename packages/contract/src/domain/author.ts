import * as z from 'zod';

/**
 * Who wrote something. The app's window, our page in a browser and somebody at a terminal count as a person. A tool call counts
 * as an agent, and so does a program behind which no person is known (see `PROGRAM_NAMES`). An import is named after its format.
 */
export const author = z.object({
  kind: z.enum(['person', 'agent', 'importer']),
  name: z.string(),
});
/** See {@link author}. */
export type Author = z.infer<typeof author>;

/** The way a request came in. */
export const door = z.enum(['inproc', 'ipc', 'http', 'mcp', 'cli', 'hook']);
/** See {@link door}. */
export type Door = z.infer<typeof door>;

/** A folder as the host resolved it; all worktrees of a repository have the same `key`. */
export const projectFolder = z.object({
  key: z
    .string()
    .nullable()
    .describe('Identity: the git common directory, or the folder itself outside a repository. Null for home and `/`'),
  root: z.string().describe('Top folder of the working tree'),
  name: z.string().describe("Suggested name: the repository folder's name"),
});
/** See {@link projectFolder}. */
export type ProjectFolder = z.infer<typeof projectFolder>;

/** Everything known about the caller. Doors build it; nothing in it comes from the operation's input. */
export const caller = z.object({
  door,
  author,
  client: z.string().nullable().describe("Program behind the call, such as `claude-code 2.1` or a bridge's id"),
  session: z.string().nullable().describe('Default session, by our id or a native one'),
  subagent: z
    .string()
    .max(512)
    .optional()
    .describe('Who of the session asks, where it is not its main agent: what one is told, another may still hear'),
  forAgent: z
    .boolean()
    .optional()
    .describe('True where a program shows the answer to an agent: what the agent is shown is then recorded'),
  project: z
    .union([z.object({ reference: z.string() }), z.object({ folder: projectFolder })])
    .nullable()
    .describe('Default project: a reference, or a folder to resolve'),
});
/** See {@link caller}. */
export type Caller = z.infer<typeof caller>;
