import * as z from 'zod';
import { operationId, reference } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { MAX_PROJECT_CHECKS, project, projectCheck } from '../domain/project.ts';
import { label } from '../domain/text.ts';
import { MAX_AT_ONCE } from '../facts/filters.ts';
import { command, query } from './define.ts';

const pair = {
  from: reference.describe('The project that goes'),
  into: reference.describe('The project that stays'),
};

/** Operations on projects. */
export const projectOperations = {
  'project.list': query(
    'Projects, the most recently active first.',
    z.strictObject({ limit: limit(100), cursor }),
    page(project),
  ),
  'project.get': query('One project.', z.strictObject({ id: reference }), z.object({ project })),
  'project.previewMerge': query(
    'What merging one project into another would move.',
    z.strictObject(pair),
    z.object({
      from: project,
      into: project,
      sessions: z.int(),
      reflections: z.int().describe('Lessons, those in the bin included'),
      renamed: z
        .int()
        .describe(
          'Of both, those whose own id the other project has too; they get the name of their project added to it',
        ),
      asJob: z
        .boolean()
        .describe(`More than ${MAX_AT_ONCE} records: it runs in steps, with progress, and can be cancelled`),
    }),
  ),
  'project.merge': command(
    'Bring a project into another: its sessions, lessons and pins, and its names and folder, so that what is stored from that folder next lands there. Undoable as a whole.',
    z.strictObject(pair),
    z.object({
      project: project.describe('The one that stays'),
      operationId: operationId.nullable().describe('For operation.undo; null for a job'),
      job: job.nullable().describe('For operation.undo by jobId; null when it was done at once'),
    }),
  ),
  'project.setChecks': command(
    'Name the commands that count as checks of a project, such as `just gate`: each is the beginning of a plain command, without pipes. Their exit code ends an attempt in transcripts that are read from then on, or read again.',
    z.strictObject({
      id: reference,
      checks: z.array(projectCheck).max(MAX_PROJECT_CHECKS).describe('All of them; an empty list names none'),
    }),
    z.object({ project, operationId: operationId.nullable().describe('Null when nothing changed') }),
  ),
  'project.rename': command(
    'Give a project another name. Callers that use its own id, its folder or its name until now are not affected.',
    z.strictObject({ id: reference, name: label(256) }),
    z.object({ project, operationId: operationId.nullable() }),
  ),
};
