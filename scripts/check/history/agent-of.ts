import { TRANSCRIPT_AGENTS, type TranscriptAgent } from '@twicewise/contract';

/** How paths of transcripts name each program. */
const NAMES: Readonly<Record<TranscriptAgent, RegExp>> = {
  'claude-code': /claude/i,
  codex: /codex|rollout/i,
  gemini: /gemini/i,
  qwen: /qwen/i,
};

/** Programs of files whose paths name none, by how these begin. */
const UNNAMED: readonly (readonly [start: string, agent: TranscriptAgent])[] = [
  ['entireio__cli/', 'claude-code'],
  ['marot__spotter/', 'claude-code'],
  ['jazzyalex__agent-sessions/session_', 'codex'],
];

/**
 * The program that wrote a transcript, from its path below the folder of the set. Throws for a path that names none, or several:
 * read as that of another program, it would be one without findings.
 */
export function agentOf(path: string): TranscriptAgent {
  const unnamed = UNNAMED.find(([start]) => path.startsWith(start));
  if (unnamed) return unnamed[1];
  const [agent, other] = TRANSCRIPT_AGENTS.filter((name) => NAMES[name].test(path));
  if (agent !== undefined && other === undefined) return agent;
  const which = agent === undefined ? `none of ${TRANSCRIPT_AGENTS.join(', ')}` : `both ${agent} and ${other}`;
  throw new Error(`${path} names ${which}; enter in scripts/check/history/agent-of.ts whose transcript it is`);
}
