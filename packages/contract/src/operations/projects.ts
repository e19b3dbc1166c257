import * as z from 'zod';
import { operationId, reference } from '../domain/ids.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { project } from '../domain/project.ts';
import { label } from '../domain/text.ts';
import { command, query } from './define.ts';

/** Operations on projects. */
export const projectOperations = {
  'project.list': query(
    'Projects, the most recently active first.',
    z.strictObject({ limit: limit(100), cursor }),
    page(project),
  ),
  'project.get': query('One project.', z.strictObject({ id: reference }), z.object({ project })),
  'project.rename': command(
    'Give a project another name. Callers that use its own id or folder are not affected.',
    z.strictObject({ id: reference, name: label(256) }),
    z.object({ project, operationId: operationId.nullable() }),
  ),
};
