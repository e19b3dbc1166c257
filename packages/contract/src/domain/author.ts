import * as z from 'zod';

/** Who wrote something. A window or browser is a person; a tool call is an agent; an import names its format. */
export const author = z.object({
  kind: z.enum(['person', 'agent', 'importer']),
  name: z.string(),
});
/** See {@link author}. */
export type Author = z.infer<typeof author>;

/** The way a request came in. */
export const DOORS = ['inproc', 'ipc', 'http', 'mcp', 'cli'] as const;
/** One of {@link DOORS}. */
export type Door = (typeof DOORS)[number];

/** A folder as the host resolved it; worktrees of one repository share `key`. */
export interface ProjectFolder {
  /** Identity: the git common directory, or the folder itself outside a repository. Null for home and `/`. */
  key: string | null;
  /** Top folder of the working tree. */
  root: string;
  /** Suggested name: the repository folder's name. */
  name: string;
}

/** Everything known about who calls. Doors build it; nothing in it comes from the operation's input. */
export interface Caller {
  door: Door;
  author: Author;
  /** Program behind the call, such as `claude-code 2.1` or a bridge's id. */
  client: string | null;
  /** Default session, by our id or a native one. */
  session: string | null;
  /** Default project: a reference, or a folder to resolve. */
  project: { reference: string } | { folder: ProjectFolder } | null;
}
