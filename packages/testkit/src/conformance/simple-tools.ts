import { setTimeout as wait } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import { type FixtureTool, imageBlock, resourceBlock, SILENCE, said, textBlock } from './results.ts';

/** Pause between two notifications of one call, in milliseconds, so that each is a separate message. */
const PAUSE_MS = 20;

/** Sends three log messages, whatever level was set; the suite asks for at least one of each. */
async function logThrice({ mcpReq }: ServerContext): Promise<void> {
  for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    await wait(PAUSE_MS);
  }
}

/** Reports three steps to a client that sent a token; without one the protocol forbids it. */
async function reportProgress({ mcpReq }: ServerContext): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  for (const progress of [0, 50, 100]) {
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    await wait(PAUSE_MS);
  }
}

/** Tools that answer by themselves. */
export const SIMPLE_TOOLS: readonly FixtureTool[] = [
  {
    name: 'test_simple_text',
    description: 'Answers a text',
    run: () => said('This is a simple text response for testing.'),
  },
  {
    name: 'test_image_content',
    description: 'Answers an image',
    run: () => ({ content: [imageBlock()] }),
  },
  {
    name: 'test_audio_content',
    description: 'Answers a sound',
    run: () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }),
  },
  {
    name: 'test_embedded_resource',
    description: 'Answers a resource inside the result',
    run: () => ({
      content: [resourceBlock('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  {
    name: 'test_multiple_content_types',
    description: 'Answers a text, an image and a resource',
    run: () => ({
      content: [
        textBlock('Multiple content types test:'),
        imageBlock(),
        resourceBlock('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  {
    name: 'test_tool_with_logging',
    description: 'Sends log messages while it works',
    run: async (_input, context) => {
      await logThrice(context);
      return said('Tool with logging executed successfully');
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Reports progress while it works',
    run: async (_input, context) => {
      await reportProgress(context);
      return said('Tool with progress executed successfully');
    },
  },
  {
    name: 'test_error_handling',
    description: 'Fails',
    run: () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  },
  {
    name: 'test_streaming_elicitation',
    description: 'Answers without asking the client for anything',
    run: () => said('only a result'),
  },
  {
    name: 'test_logging_tool',
    description: 'Logs for clients that asked for log messages with the request',
    run: async (_input, { mcpReq }) => {
      await mcpReq.log('info', 'test_logging_tool ran');
      return said('logged to who asked for it');
    },
  },
];
