import type { Client } from './client.ts';
import type { Turn } from './domain/turn.ts';
import type { OutputOf } from './operations/index.ts';

type Asking = Pick<Client, 'call'>;

/** The whole text of a part of a turn, page by page. Rejects as `turn.text` does. */
async function textOfPart(client: Asking, id: string, part: number): Promise<string> {
  let text = '';
  for (let from: number | null = 0; from !== null; ) {
    const page: OutputOf<'turn.text'> = await client.call('turn.text', { id, part, from });
    text += page.text;
    from = page.next;
  }
  return text;
}

/**
 * All that the model was given in a turn, as one text: its parts in their order, each on lines of its own. Empty where its texts were
 * pruned.
 */
export async function contextTextOf(client: Asking, { id, content, prunedAt }: Turn): Promise<string> {
  if (prunedAt !== null) return '';
  const texts: string[] = [];
  for (const [part, { side }] of content.parts.entries()) {
    if (side === 'context') texts.push(await textOfPart(client, id, part));
  }
  return texts.join('\n');
}
