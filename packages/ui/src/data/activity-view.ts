import type { InputOf } from '@twicewise/contract';
import { instantIn, textIn } from './link-parts.ts';

/** Kinds of authors in the order of the filter. */
export const AUTHORS = ['agent', 'person', 'importer'] as const;

/** The view of the Activity screen, as in its link. Absent parts mean: writes, of all projects, by anybody, at any time. */
export interface ActivityView {
  project?: string;
  /** Shows answers to agents instead of writes. */
  show?: 'answers';
  by?: (typeof AUTHORS)[number];
  author?: string;
  session?: string;
  /** An instant; writes at or after it. */
  since?: string;
}

/** Which writes are meant; the filter of `operation.list` and of taking many back. */
export type Writes = InputOf<'operation.previewUndoMany'>['filter'];

/** Reads a view from a link; parts that are not understood are ignored. */
export function readActivity(search: Record<string, unknown>): ActivityView {
  const entries = {
    project: textIn(search.project),
    show: search.show === 'answers' ? 'answers' : undefined,
    by: AUTHORS.find((kind) => kind === search.by),
    author: textIn(search.author),
    session: textIn(search.session),
    since: instantIn(search.since),
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** The writes that a view shows. */
export function writesOf({ project, by, author, session, since }: ActivityView): Writes {
  return {
    ...(project ? { projectId: project } : {}),
    ...(by ? { authorKind: by } : {}),
    ...(author ? { authorName: author } : {}),
    ...(session ? { sessionId: session } : {}),
    ...(since ? { since } : {}),
  };
}

/**
 * True when the view limits writes to an author, a session or a time. A project alone does not count: it is only where the person
 * is.
 */
export function namesWrites({ by, author, session, since }: ActivityView): boolean {
  return [by, author, session, since].some((filter) => filter !== undefined);
}

/** The instant an hour ago, as in a link. */
export const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
