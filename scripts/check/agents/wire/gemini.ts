import { type Body, type Said, USUAL_TOKENS, type Wire } from './wire.ts';

// Google's generateContent: ai.google.dev/api/generate-content.

function answer({ text, calls = [], inputTokens = USUAL_TOKENS.input }: Said, body: Body, path: string) {
  const used = calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));
  const content = { role: 'model', parts: text === undefined ? used : [{ text }, ...used] };
  const json = {
    candidates: [{ content, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: USUAL_TOKENS.output,
      totalTokenCount: inputTokens + USUAL_TOKENS.output,
    },
    modelVersion: body.model ?? 'scripted',
  };
  return path.endsWith(':streamGenerateContent') ? { events: [{ data: json }] } : { json };
}

/** Gemini CLI's format. */
export const gemini: Wire = {
  name: 'gemini',
  matches: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  conversation: ({ contents }) => contents,
  answer,
};
