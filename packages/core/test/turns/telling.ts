import type { InputOf } from '@twicewise/contract';
import { seeded, type TestCore } from '../harness.ts';

type Given = InputOf<'turn.save'>;

/** A context of one part. */
export const told = (text: string): Pick<Given, 'context'> => ({ context: [{ kind: 'workspace', text }] });

/** Saves a turn of the session `run`. */
export async function saved(test: TestCore, text: string, fields: Partial<Given> = {}) {
  return (await test.call('turn.save', { projectId: 'shop', sessionId: 'run', ...told(text), ...fields })).turn;
}

/** A text of about this many bytes, like the workspace of an agent, with few lines alike. */
export function workspace(bytes: number, seed = 7): string {
  const random = seeded(seed);
  const name = () => Math.floor(random() * 1e9).toString(36);
  let text = '';
  while (text.length < bytes) text += `const ${name()} = ${name()}(${name()}); // ${name()}\n`;
  return text;
}
