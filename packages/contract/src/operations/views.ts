import * as z from 'zod';
import { operationId, viewId } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { label, text } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { command, query } from './define.ts';

/** Longest query of a saved view, in bytes. */
export const MAX_VIEW_QUERY_BYTES = 2048;

const name = label(200).describe('Unlike those of the other views of its screen');
const screen = z
  .string()
  .regex(/^[a-z][a-z-]{0,39}$/, { message: 'must be the name of a screen, such as lessons' })
  .describe('Screen that it is a view of, such as lessons');

/** A named state of a screen that a person saved. */
export const savedView = z.object({
  id: viewId,
  name,
  screen,
  query: z.string().describe('What follows the question mark in the link of the view'),
  createdAt: instant,
  revision: z.int(),
});
/** See {@link savedView}. */
export type SavedView = z.infer<typeof savedView>;

const written = z.object({
  view: savedView,
  operationId: operationId.nullable().describe('Null: nothing had to change'),
});

/** Operations on saved views. */
export const viewOperations = {
  'view.list': query(
    'Saved views, the oldest first.',
    z.strictObject({ screen: screen.optional(), limit: limit(100), cursor }),
    page(savedView),
  ),
  'view.save': command(
    'Keep a view under a name; with an id, keep another query under the one that is there.',
    z.union(
      [
        z.strictObject({ name, screen, query: text(MAX_VIEW_QUERY_BYTES) }),
        z.strictObject({ id: viewId, query: text(MAX_VIEW_QUERY_BYTES) }),
      ],
      { error: 'give name, screen and query for a new view, or id and query for one that is there' },
    ),
    written,
  ),
  'view.rename': command('Give a saved view another name.', z.strictObject({ id: viewId, name }), written),
  'view.delete': command(
    'Remove a saved view; undo brings it back.',
    z.strictObject({ id: viewId }),
    z.object({ operationId }),
  ),
};
