import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';

/** What a fixture tool answers; the second form asks the client for something first (2026 revision). */
export type ToolAnswer = CallToolResult | InputRequiredResult;

/** A tool that the official conformance suite calls by name. */
export interface FixtureTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its arguments; none when left out. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  readonly run: (input: Readonly<Record<string, unknown>>, context: ServerContext) => ToolAnswer | Promise<ToolAnswer>;
}

/** One red pixel, as PNG in base64. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

/** A sound without samples, as WAV in base64. */
export const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

/** A text block. */
export function textBlock(text: string) {
  return { type: 'text' as const, text };
}

/** A tool result of one text. */
export function said(text: string): CallToolResult {
  return { content: [textBlock(text)] };
}

/** An image block. */
export function imageBlock() {
  return { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
}

/** A resource inside a result. */
export function resourceBlock(uri: string, mimeType: string, text: string) {
  return { type: 'resource' as const, resource: { uri, mimeType, text } };
}
