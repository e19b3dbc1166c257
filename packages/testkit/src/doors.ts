import {
  type Caller,
  createClient,
  type Door,
  type Envelope,
  type OperationName,
  TOOL_PROFILES,
} from '@twicewise/contract';
import { type Agent, startAgent } from './agent.ts';
import { runCommand } from './command.ts';
import { type HostProcess, startHost } from './host-process.ts';
import { openOwnCore } from './own-core.ts';

/** One door of Twicewise, as a test uses it. */
export interface OpenDoor {
  name: Door;
  /** Whether an operation can be called here. Agents can call only those that have a tool. */
  offers: (name: OperationName) => boolean;
  send: (name: OperationName, input: unknown) => Promise<Envelope>;
  /** Typed calls that throw. */
  client: ReturnType<typeof createClient>;
}

/** The person who runs the test, calling in-process. */
export const PERSON: Caller = {
  door: 'inproc',
  author: { kind: 'person', name: 'tester' },
  client: null,
  session: null,
  project: null,
};

/** Operation → agent tool that calls it. */
const TOOL_OF: Partial<Record<OperationName, string>> = {
  'reflection.store': 'reflection_store',
  'reflection.recent': 'reflection_get',
  'reflection.get': 'reflection_get',
  'reflection.search': 'reflection_search',
  'reflection.summary': 'reflection_summary',
  'memory.brief': 'memory_brief',
  'episode.store': 'episode_record',
  'attempt.record': 'attempt_record',
  'attempt.get': 'attempt_get',
  'attempt.context': 'attempt_get',
  'session.note': 'session_note',
  'turn.save': 'turn_save',
  'turn.recall': 'turn_recall',
  'causal.assert': 'causal_assert',
  'pattern.assert': 'pattern_assert',
  'causal.edge': 'causal_evidence',
};

type Input = Record<string, unknown>;

/** Lists that agents get within a budget of tokens, which other doors do not have. */
const LISTS: Partial<Record<OperationName, true>> = { 'reflection.recent': true, 'reflection.search': true };

/** Operation → how `memory_ask` asks for it. */
const QUESTION_OF: Partial<Record<OperationName, (input: Input) => Input>> = {
  'causal.path': ({ from, to }) => ({ kind: 'path', about: from, other: to }),
  'causal.why': ({ of }) => ({ kind: 'why', about: of }),
  'causal.similarDecisions': ({ context }) => ({ kind: 'similar', about: context }),
  'pattern.match': ({ text }) => ({ kind: 'pattern', about: text }),
  'causal.deadEnds': ({ task }) => ({ kind: 'deadEnds', about: task }),
  'causal.whatIf': ({ decision, alternative }) => ({ kind: 'whatIf', about: decision, other: alternative }),
  'episode.digest': ({ sessionId }) => ({ kind: 'episode', about: sessionId }),
};

function door(name: Door, send: OpenDoor['send'], offers: OpenDoor['offers'] = () => true): OpenDoor {
  return { name, send, offers, client: createClient(send) };
}

function commandDoor(data: string): OpenDoor {
  return door('cli', async (name, input) => {
    const { stdout } = await runCommand(['call', name, '-', '--as-person', '--data', data], {
      input: JSON.stringify(input ?? {}),
    });
    return JSON.parse(stdout) as Envelope;
  });
}

const KNOWN_TOOLS: ReadonlySet<string> = new Set(TOOL_PROFILES.full.map((tool) => tool.name));

/** Whether an agent can call an operation, by its own tool or through `memory_ask`. */
export function agentsOffer(name: OperationName): boolean {
  return name in QUESTION_OF || KNOWN_TOOLS.has(TOOL_OF[name] ?? '');
}

function agentDoor(agent: Agent): OpenDoor {
  return door(
    'mcp',
    (name, input) => {
      const question = QUESTION_OF[name];
      if (!question)
        return agent.tool(TOOL_OF[name] ?? name, name in LISTS ? { ...(input as Input), budget: 8000 } : input);
      const { projectId } = input as Input;
      return agent.tool('memory_ask', {
        ...question(input as Input),
        ...(projectId === undefined ? {} : { projectId }),
      });
    },
    agentsOffer,
  );
}

/** All doors open at once: in-process on its own memory, the others on one host. */
export interface Doors {
  all: OpenDoor[];
  host: HostProcess;
  close: () => Promise<void>;
}

/** Opens every door. */
export async function openDoors(): Promise<Doors> {
  const core = openOwnCore('inproc');
  const host = await startHost();
  const agent = await startAgent({ data: host.ready.data, project: 'doors', args: ['--profile', 'full'] });
  return {
    host,
    all: [
      door('inproc', (name, input) => core.dispatch({ name, input, caller: PERSON })),
      door('http', host.send as OpenDoor['send']),
      agentDoor(agent),
      commandDoor(host.ready.data),
    ],
    async close() {
      await agent.close();
      await host.stop();
      await core.close();
    },
  };
}
