import { readable, shorten, utf8Bytes } from '@twicewise/contract';
import type { Check, CheckError } from './evaluators/evaluation.ts';
import type { AttemptInput } from './memory.ts';

// What a run produces may be of any size and hold any characters; the memory takes neither everything. It is made to fit, so that an
// attempt is not lost for a coloured message or a long log. The memory itself keeps still less of outputs.

/** Most of a text that is stored, in UTF-16 units. The beginning of a message says what went wrong. */
const MAX_TEXT = 4000;
/** Most of an output that is sent, half of its beginning and half of its end, in UTF-16 units; and of all of an attempt. */
const MAX_OUTPUT = 16_000;
const MAX_OUTPUTS = 200_000;
/** Longest path. */
const MAX_PATH = 1000;
/** How long texts and lists may be: the first of these with which an attempt is within {@link MAX_CONTENT}. */
const SIZES = [
  { text: MAX_TEXT, entries: 500 },
  { text: 1000, entries: 200 },
  { text: 250, entries: 50 },
] as const;
type Size = (typeof SIZES)[number];
/** Most bytes of an attempt besides its outputs; the memory takes 512 KB with all else. */
const MAX_CONTENT = 400_000;

type Content = NonNullable<AttemptInput['content']>;
type Call = NonNullable<Content['calls']>[number];
type Given = NonNullable<NonNullable<Content['actor']>['actions']>[number];

/** A text as the memory takes it, shortened. */
export function storable(text: string, max = MAX_TEXT): string {
  return shorten(readable(text), max);
}

const orNone = (text: string | null | undefined, max: number) => (text == null ? null : storable(text, max));

/** Texts as the memory takes them; those that say nothing are left out. */
export function storableList(texts: readonly string[]): string[] {
  return texts.map((text) => storable(String(text))).filter((text) => text.trim() !== '');
}

/** An output of which at most head and tail are sent. One that was cut before is taken as it is. */
function fittedOutput(output: Check['output'], among: number): Check['output'] {
  const max = Math.min(MAX_OUTPUT, Math.floor(MAX_OUTPUTS / among));
  if (typeof output !== 'string' || output.length <= max) return output;
  const [head, tail] = [output.slice(0, max / 2), output.slice(-max / 2)];
  return { head: readable(head), tail: readable(tail), bytes: utf8Bytes(output) };
}

function fittedAction(action: Given, max: number): Given {
  const { type, description = '', filePath, diff, command, ...rest } = action;
  return {
    ...rest,
    type: storable(type, 64) || 'other',
    description: storable(description, max),
    filePath: orNone(filePath, MAX_PATH),
    diff: orNone(diff, max),
    command: orNone(command, max),
  };
}

function fittedCheck(check: Check, max: number, among: number): Check {
  const { kind, command, tool, output, errorOutput, ...rest } = check;
  return {
    ...rest,
    kind: storable(kind, 64) || 'combined',
    command: orNone(command, max),
    tool: orNone(tool, 200),
    output: fittedOutput(output, among),
    errorOutput: fittedOutput(errorOutput, among),
  };
}

function fittedError(error: CheckError, max: number, among: number): CheckError {
  const { message, signature, type, file, rule, severity, stackTrace, ...rest } = error;
  return {
    ...rest,
    message: storable(message, max),
    signature: orNone(signature, 300),
    type: orNone(type, 64),
    file: orNone(file, MAX_PATH),
    rule: orNone(rule, 200),
    severity: orNone(severity, 200),
    stackTrace: fittedOutput(stackTrace, among),
  };
}

function fittedCall(call: Call, max: number, among: number): Call {
  const { tool, output, rationale, insights, learning, ...rest } = call;
  return {
    ...rest,
    tool: storable(tool, 200) || 'unnamed',
    output: fittedOutput(output, among),
    rationale: orNone(rationale, max),
    insights: orNone(insights, max),
    learning: orNone(learning, max),
  };
}

function ofSize(content: Content, { text, entries }: Size): Content {
  const { actor, checks = [], errors = [], calls = [] } = content;
  const fitted = {
    ...content,
    calls: calls.slice(0, entries).map((call) => fittedCall(call, text, calls.length)),
    checks: checks.slice(0, entries).map((check) => fittedCheck(check, text, checks.length)),
    errors: errors.slice(0, entries).map((error) => fittedError(error, text, errors.length)),
  };
  if (!actor) return fitted;
  const actions = (actor.actions ?? []).slice(-entries).map((action) => fittedAction(action, text));
  return { ...fitted, actor: { ...actor, rationale: orNone(actor.rationale, text), actions } };
}

const OUTPUTS = new Set(['output', 'errorOutput', 'stackTrace']);
const bytesOf = (content: Content) =>
  utf8Bytes(JSON.stringify(content, (key, value: unknown) => (OUTPUTS.has(key) ? null : value)));

/** The content of an attempt, made to fit: the last actions, the first checks and errors, and less of long texts. */
export function fittedContent(content: Content): Content {
  let fitted = content;
  for (const size of SIZES) {
    fitted = ofSize(content, size);
    if (bytesOf(fitted) <= MAX_CONTENT) break;
  }
  return fitted;
}
