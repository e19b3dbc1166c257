import * as z from 'zod';
import { sourceId } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { source } from '../domain/source.ts';
import { query } from './define.ts';

/** Operations on the sources of lessons. */
export const sourceOperations = {
  'source.list': query(
    'Files and transcripts that lessons were brought in from, the newest first.',
    z.strictObject({ limit: limit(50), cursor }),
    page(source),
  ),
  'source.get': query('One source.', z.strictObject({ id: sourceId }), z.object({ source })),
};
