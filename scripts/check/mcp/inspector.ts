import { COMMAND } from '@twicewise/testkit';
import { exactly, say, type Verdict } from '../verdicts.ts';
import { run } from './program.ts';

/** Commands for the Inspector, and the exit code that means success; for an unknown tool it must be 5. */
const ASKED: readonly [what: string, arguments_: readonly string[], code: number][] = [
  ['tools/list --strict', ['--method', 'tools/list', '--strict'], 0],
  ['a brief', ['--method', 'tools/call', '--tool-name', 'memory_brief', '--tool-arg', 'task=hello'], 0],
  ['an unknown tool', ['--method', 'tools/call', '--tool-name', 'nope'], 5],
  ['resources/list', ['--method', 'resources/list'], 0],
  ['resources/templates/list', ['--method', 'resources/templates/list'], 0],
  ['prompts/list', ['--method', 'prompts/list'], 0],
  ['a prompt', ['--method', 'prompts/get', '--prompt-name', 'brief', '--prompt-args', 'task=hello'], 0],
];

/** Runs the Inspector's command line through the real bridge, once per protocol era (T26). */
export async function inspect(inspector: string, data: string): Promise<Verdict[]> {
  const bridge = [process.execPath, COMMAND, 'mcp', '--data', data, '--project', 'demo'];
  const verdicts: Verdict[] = [];
  for (const era of ['legacy', 'modern', 'auto']) {
    const wrong: string[] = [];
    for (const [what, asked, expected] of ASKED) {
      const speaking = ['--cli', '--transport', 'stdio', '--protocol-era', era];
      const { code, out } = await run([inspector, ...speaking, ...bridge, ...asked]);
      if (code !== expected) wrong.push(`${what}: exit code ${code} instead of ${expected}: ${out.slice(0, 300)}`);
    }
    say(`Inspector, ${era} era`);
    const found = wrong.length === 0 ? `${ASKED.length} of ${ASKED.length}` : wrong.join('; ');
    verdicts.push({
      id: 'T26',
      what: `Inspector through the bridge, ${era}`,
      found,
      state: exactly(wrong.length === 0),
    });
  }
  return verdicts;
}
