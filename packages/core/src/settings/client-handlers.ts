import { AppError } from '@twicewise/contract';
import { task } from '../runtime/define-handler.ts';
import type { HandlersOf, TaskContext } from '../runtime/handler.ts';
import type { ClientConnector } from '../runtime/surroundings.ts';

/**
 * The agent programs on this machine. Throws `refused` unless a person asks, because an agent may not decide what starts with it.
 */
async function connectorFor({ caller, services }: TaskContext): Promise<ClientConnector> {
  if (caller.author.kind !== 'person') {
    throw new AppError({
      code: 'refused',
      message: 'Only a person may look at or change the configuration of agents’ programs.',
      hint: 'Ask the person to run "twicewise connect" or to use the page Data; nothing was changed.',
    });
  }
  const { clients } = services.surroundings;
  if (clients) return clients();
  throw new AppError({
    code: 'unavailable',
    message: 'This host does not know the programs of the machine.',
    hint: 'Use "twicewise connect" on the machine where the agents run.',
  });
}

export const clientHandlers: HandlersOf<'client.list' | 'client.preview' | 'client.apply'> = {
  'client.list': task(async (_input, context) => ({ items: (await connectorFor(context)).list() })),
  'client.preview': task(async ({ client, remove }, context) => (await connectorFor(context)).preview(client, remove)),
  'client.apply': task(async ({ client, remove, digest }, context) =>
    (await connectorFor(context)).apply(client, remove, digest),
  ),
};
