import { runCommand } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentInShop, agentInShop } from './agent-in-shop.ts';

// A command whose failure only the exit code shows: nothing in its output counts as a failure.

const COMMAND = 'make up';
const OUTPUT = 'connect: Connection refused\nrequest timed out';
const LESSON = 'scripts/db-up.sh';

/** What each program that reports how a command ended writes to its hook afterwards. */
const AFTER_COMMAND: Readonly<Record<string, (exitCode: number, cwd: string) => object>> = {
  opencode: (exit, cwd) => ({
    hook_event_name: 'PostToolUse',
    session_id: 'opencode',
    cwd,
    tool_name: 'bash',
    tool_input: { command: COMMAND },
    tool_response: { output: OUTPUT, exit },
  }),
  cursor: (exitCode, cwd) => ({
    hook_event_name: 'postToolUse',
    conversation_id: 'cursor',
    workspace_roots: [cwd],
    tool_name: 'Shell',
    tool_input: { command: COMMAND },
    tool_output: JSON.stringify({ exitCode, stdout: OUTPUT, stderr: '' }),
  }),
  gemini: (exitCode, cwd) => ({
    hook_event_name: 'AfterTool',
    session_id: 'gemini',
    cwd,
    tool_name: 'run_shell_command',
    tool_input: { command: COMMAND },
    tool_response: {
      llmContent: `<untrusted_context>\nOutput: ${OUTPUT}\n${exitCode === 0 ? '' : `Exit Code: ${exitCode}\n`}Process Group PGID: 7\n</untrusted_context>`,
    },
  }),
  copilot: (exitCode, cwd) => ({
    sessionId: 'copilot',
    cwd,
    toolName: 'bash',
    toolArgs: { command: COMMAND },
    toolResult: {
      resultType: 'success',
      textResultForLlm: `${OUTPUT}\n<shellId: 0 completed with exit code ${exitCode}>`,
    },
  }),
  cline: (exitCode, cwd) => ({
    taskId: 'cline',
    workspaceRoots: [cwd],
    iteration: 2,
    tool_result: {
      name: 'run_commands',
      input: { commands: [COMMAND] },
      output: [{ query: COMMAND, result: OUTPUT, success: exitCode === 0 }],
    },
  }),
};

describe('a command that only its exit code calls failed', () => {
  let shop: string;
  let host: AgentInShop['host'];
  let agent: AgentInShop['agent'];
  let end: AgentInShop['end'];
  beforeAll(async () => {
    ({ shop, host, agent, end } = await agentInShop('hook-codes', { name: 'other' }));
    await agent.tool('reflection_store', {
      taskDescription: 'Start the order service with make up',
      outcome: 'success',
      whatWorked: [`${LESSON} before make up: connect: Connection refused, request timed out is gone`],
      nextStrategy: 'keep it so',
    });
  });
  afterAll(() => end());

  it.each(Object.keys(AFTER_COMMAND))('brings its lesson in %s, and none where it succeeded', async (program) => {
    const run = async (exitCode: number) => {
      const input = JSON.stringify(AFTER_COMMAND[program]?.(exitCode, shop));
      const event = program === 'gemini' ? 'AfterTool' : 'PostToolUse';
      const args = ['hook', event, '--agent', program, '--data', host.ready.data];
      const { code, stdout, stderr } = await runCommand(args, { input, cwd: shop });
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    expect(await run(0)).toBe('');
    expect(await run(1)).toContain(LESSON);
  });
});
