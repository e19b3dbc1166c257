import type { Dispatch } from '@twicewise/contract';
import { tempFolder } from '@twicewise/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { AgentSessions } from '../src/hooks/agent-sessions.ts';
import { answerHook } from '../src/hooks/answer-hook.ts';
import { CopiedSessions } from '../src/hooks/copied-sessions.ts';
import { DeferredCalls } from '../src/hooks/deferred-calls.ts';

it('what waits for a session still waits where the memory could not be asked', async () => {
  const folder = tempFolder('waiting');
  onTestFinished(() => folder.remove());
  const asked: unknown[] = [];
  let isOpening = false;
  const dispatch = (async ({ input }: { input: unknown }) => {
    if (isOpening) return { ok: false, error: { code: 'unavailable', message: 'It is opening.', hint: '' } };
    asked.push((input as { occasion: string }).occasion);
    return { ok: true, value: { text: null } };
  }) as unknown as Dispatch;
  const waiting = new DeferredCalls();
  const hear = (fields: object) => {
    const payload = { session_id: 's', cwd: folder.path, ...fields };
    const rest = { project: null, projectFolder: null, parent: null, attended: true, key: 'k' };
    return answerHook(
      { agent: 'opencode', payload, ...rest },
      dispatch,
      new AgentSessions(),
      waiting,
      new CopiedSessions(),
    );
  };
  await hear({ hook_event_name: 'SessionStart', source: 'compact' });
  isOpening = true;
  await expect(hear({ hook_event_name: 'AfterCompaction' })).rejects.toMatchObject({ code: 'unavailable' });
  isOpening = false;
  await hear({ hook_event_name: 'AfterCompaction' });
  expect(asked).toEqual(['context_cut']);
});
