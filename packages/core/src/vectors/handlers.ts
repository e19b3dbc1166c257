import { AppError } from '@twicewise/contract';
import { readSettings } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { task } from '../runtime/define-handler.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { refuseSending } from '../runtime/person-only.ts';
import { noteRenewal, queueEmbedJob, requireEmbedJob } from './embed-job.ts';
import { VECTORS } from './vectors.ts';

export const embeddingHandlers: HandlersOf<'embedding.test' | 'embedding.renew'> = {
  'embedding.test': task((input, { caller, services }) => {
    refuseSending(caller);
    const settings = readSettings(services.db());
    const answer = services.part(VECTORS).try({
      ...settings,
      'embedding.provider': input.provider ?? settings['embedding.provider'],
      'embedding.url': input.url ?? settings['embedding.url'],
      'embedding.model': input.model ?? settings['embedding.model'],
    });
    if (answer) return answer;
    throw new AppError({
      code: 'invalid_input',
      message: 'No embedding model is named that there is, so there is nothing to test.',
      hint: 'Name a provider (builtin, ollama or openai), or set embedding.provider.',
    });
  }),
  'embedding.renew': task(async (_input, { caller, services, once }) => {
    refuseSending(caller);
    const wanted = services.part(VECTORS).requireWanted();
    // When the status is ready, a finished job may still count as open and would end before doing this work; so queue a new one.
    const job = services.part(VECTORS).status().state === 'ready' ? queueEmbedJob : requireEmbedJob;
    let isNew = false;
    const queue = (context: WriteContext) => {
      isNew = true;
      const queued = job(context, wanted);
      noteRenewal(context, queued.id, true);
      return { job: queued };
    };
    const answer = await services.write('embedding.renew', caller, queue, once);
    // A repeated request gets the job of the first one, and deletes nothing.
    if (isNew) {
      services.part(VECTORS).discard();
      await services.write('embedding.renew', caller, (context) => noteRenewal(context, answer.job.id, false));
    }
    services.wakeJobs();
    // The state of vectors is not a record, so no other event announces it.
    services.announce({ store: [] });
    return answer;
  }),
};
