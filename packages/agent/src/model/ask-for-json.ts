import * as z from 'zod';
import type { Message, Model, ModelOptions } from './model.ts';

/** The first JSON object in a text; models like to put words or a code fence around it. */
function jsonIn(text: string): unknown {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to <= from) throw new SyntaxError('It holds no JSON object.');
  return JSON.parse(text.slice(from, to + 1));
}

function read<T>(text: string, schema: z.ZodType<T>): { answer: T } | { wrong: string } {
  try {
    const parsed = schema.safeParse(jsonIn(text));
    return parsed.success ? { answer: parsed.data } : { wrong: z.prettifyError(parsed.error) };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Asks a model for one JSON object. An answer that is not as asked for is asked for once more, with what is wrong with it; null if
 * the second one is wrong, too. Rejects when the model cannot be asked.
 */
export async function askForJson<T>(
  model: Model,
  messages: readonly Message[],
  schema: z.ZodType<T>,
  options: ModelOptions = {},
): Promise<T | null> {
  const first = await model(messages, options);
  const found = read(first.text, schema);
  if ('answer' in found) return found.answer;
  const wrong = `This cannot be used: ${found.wrong}\nAnswer again, with the JSON object alone.`;
  const again = await model(
    [...messages, { role: 'assistant', text: first.text }, { role: 'user', text: wrong }],
    options,
  );
  const second = read(again.text, schema);
  return 'answer' in second ? second.answer : null;
}
