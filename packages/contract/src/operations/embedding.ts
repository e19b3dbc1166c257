import * as z from 'zod';
import { job } from '../domain/job.ts';
import { settingChanges } from '../domain/settings.ts';
import { command, query } from './define.ts';

const { shape } = settingChanges;

/** Operations on the model that turns texts into vectors. Settings choose the model, so only a person may use these. */
export const embeddingOperations = {
  'embedding.test': query(
    'Ask an embedding model, built in or on a server, for one vector of a text that is nobody’s: nothing of the memory is ' +
      'sent. For a person only.',
    z.strictObject({
      provider: shape['embedding.provider'].describe('Not given, here and below: as it is set'),
      url: shape['embedding.url'],
      model: shape['embedding.model'],
    }),
    z.object({
      ok: z.boolean().describe('It answered with a vector that can be used'),
      message: z.string().describe('What came back, or what is wrong'),
      hint: z.string().describe('What to do about it; empty when nothing is wrong'),
      dimension: z.int().nullable().describe('Numbers per vector; null when none came'),
      milliseconds: z.number().describe('From the question to the answer, the loading of a model included'),
    }),
  ),
  'embedding.renew': command(
    'Throw all vectors away and compute them again, such as after the model was replaced under its name. Sends the text of ' +
      'every lesson to the server that is set, if it is one; a lesson is found by words alone until its vector is back. ' +
      'For a person only.',
    z.strictObject({}),
    z.object({ job: job.describe('One that can be cancelled; what is missing then is computed after the next start') }),
  ),
};
