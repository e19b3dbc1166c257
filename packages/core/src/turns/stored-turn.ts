import {
  type GivenPart,
  type ParsedInputOf,
  readable,
  TURN_CONTENT_VERSION,
  type TurnContent,
  type TurnPart,
} from '@twicewise/contract';
import type { PreparedTexts } from './prepared-texts.ts';

type Given = Pick<ParsedInputOf<'turn.save'>, 'context' | 'reply' | 'calls' | 'rounds' | 'cost' | 'error'>;

/** A part before its text was counted. */
type Uncounted = Omit<TurnPart, 'bytes' | 'tokens' | 'hash'>;

/** What a turn holds before its texts were counted, and the texts. */
export interface TurnDraft {
  content: Omit<TurnContent, 'parts'> & { parts: Uncounted[] };
  texts: string[];
}

/** A JSON value of which each text can be stored. */
function readableJson<T>(value: T): T {
  if (typeof value === 'string') return readable(value) as T;
  if (Array.isArray(value)) return value.map(readableJson) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [readable(key), readableJson(item)])) as T;
}

/**
 * What a turn holds, as it is stored: the parts of the context, those of the reply, then the outputs of calls, each with its text
 * beside it. Control characters are replaced; an output of a tool is full of them.
 */
export function draftOf({ context, reply, calls, rounds, cost, error }: Given): TurnDraft {
  const parts: Uncounted[] = [];
  const texts: string[] = [];
  const add = (part: Uncounted, text: string) => {
    texts.push(readable(text));
    return parts.push(part) - 1;
  };
  const addAll = (side: TurnPart['side'], given: readonly GivenPart[]) => {
    for (const { text, ...part } of given) add({ side, ...part }, text);
  };
  addAll('context', context);
  addAll('result', reply);
  const stored = calls.map(({ output, ...call }) => {
    const part = { side: 'result', kind: 'output', name: call.tool, about: [] } as const;
    return { ...readableJson(call), part: output === null ? null : add({ ...part, about: [] }, output) };
  });
  return { content: { schemaVersion: TURN_CONTENT_VERSION, parts, calls: stored, rounds, cost, error }, texts };
}

/** The sizes of a context: the sum of its parts. */
export function contextSizes({ parts }: Pick<TurnContent, 'parts'>): { contextBytes: number; contextTokens: number } {
  const given = parts.filter(({ side }) => side === 'context');
  return {
    contextBytes: given.reduce((sum, { bytes }) => sum + bytes, 0),
    contextTokens: given.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** The columns of a turn that follow from its texts. */
export function countedTurn(
  { content }: Pick<TurnDraft, 'content'>,
  { texts }: PreparedTexts,
): { content: TurnContent; contextBytes: number; contextTokens: number } {
  const parts = content.parts.map((part, at) => {
    const { bytes = 0, tokens = 0, hash = '' } = texts[at] ?? {};
    return { ...part, bytes, tokens, hash };
  });
  return { content: { ...content, parts }, ...contextSizes({ parts }) };
}
