import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Envelope, type Failure, visibleValue } from '@twicewise/contract';
import { renderFailure, renderValue } from '@twicewise/tool-answers';

/** Longest lists of one answer together, in UTF-16 units of their JSON; what does not fit is counted in `leftOut`. */
const MAX_LISTS = 48_000;

/** A value whose lists are cut to what a client can be sent; `leftOut` says of which list how many items. */
function bounded(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const leftOut: Record<string, number> = {};
  let size = 0;
  const entries = Object.entries(value).map(([key, items]) => {
    if (!Array.isArray(items)) return [key, items];
    const end = items.findIndex((item) => {
      size += JSON.stringify(item).length;
      return size > MAX_LISTS;
    });
    if (end >= 0) leftOut[key] = items.length - end;
    return [key, end < 0 ? items : items.slice(0, end)];
  });
  return { ...Object.fromEntries(entries), ...(Object.keys(leftOut).length > 0 ? { leftOut } : {}) };
}

/** What a program is told beside the text; the value of `structuredContent`. */
const asData = (value: object) => bounded(visibleValue(value) as Record<string, unknown>);

/**
 * A failure as a tool result: text with the next step, and for a program that asks with {@link DATA_META} the same as
 * data.
 */
export function toFailedResult(error: Failure, isDataWanted = false): CallToolResult {
  const data = isDataWanted ? { structuredContent: asData({ error }) } : {};
  return { content: [{ type: 'text', text: renderFailure(error) }], ...data, isError: true };
}

/** The text of an answer: the one that was recorded as shown, else one that is made here. */
export function toldText(name: string, { told, value }: Extract<Envelope, { ok: true }>): string {
  return told ?? renderValue(name, value);
}

/**
 * An envelope as a tool result: a text for the agent. An expected failure is a result with `isError`, so that the agent reads
 * the next step. The operation's whole output is there as `structuredContent` for a program that asks with
 * {@link DATA_META}, and for nobody else: some clients show their model both, some only that, and stored words would be in it
 * without their fence (docs/adr/0014).
 */
export function toToolResult(name: string, envelope: Envelope, isDataWanted = false): CallToolResult {
  if (!envelope.ok) return toFailedResult(envelope.error, isDataWanted);
  const content: CallToolResult['content'] = [{ type: 'text', text: toldText(name, envelope) }];
  return isDataWanted ? { content, structuredContent: asData(envelope.value as object) } : { content };
}
