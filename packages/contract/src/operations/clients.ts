import * as z from 'zod';
import { clientApplied, clientChanges, clientProgram } from '../domain/client-program.ts';
import { command, query } from './define.ts';

const which = {
  client: z.string().max(64).describe('Id of a program; see client.list'),
  remove: z.boolean().default(false).describe('Take Twicewise out instead of entering it'),
};

/**
 * Operations on programs that run agents, and on the entry of Twicewise in their configuration. For people: an agent may not
 * change it.
 */
export const clientOperations = {
  'client.list': query(
    'Programs that run agents, and whether Twicewise is entered in them.',
    z.strictObject({}),
    z.object({ items: z.array(clientProgram) }),
  ),
  'client.preview': query(
    'The exact change that would be made to the configuration of a program, for you everywhere. Nothing is written.',
    z.strictObject(which),
    clientChanges,
  ),
  'client.apply': command(
    'Make the change that was previewed, keep a copy of each file, and test what was entered.',
    z.strictObject({ ...which, digest: z.string().max(128).describe('Of the preview that was agreed to') }),
    clientApplied,
  ),
};
