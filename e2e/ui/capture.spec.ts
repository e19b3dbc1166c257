import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HostProcess, runCommand } from '@twicewise/testkit';
import { expect, open, store, test } from '../fixtures.ts';
import { toTab } from './parts.ts';
import { TranscriptLines } from './transcript-lines.ts';

const SESSION = 'session-1';

const lines = new TranscriptLines(SESSION);

/** Reports the end of a turn, as the agent's program does to its hook. */
async function endTurn(host: HostProcess, transcript: string): Promise<void> {
  const input = JSON.stringify({
    session_id: SESSION,
    transcript_path: transcript,
    stop_hook_active: false,
    prompt_id: 'p',
  });
  await runCommand(['hook', 'Stop', '--project', 'shop', '--data', host.ready.data], { input });
}

/** Waits until this many turns are captured. */
async function read(host: HostProcess, turns: number): Promise<void> {
  const count = async () => {
    const { items } = await host.client.call('operation.list', {});
    return items.filter(({ name }) => name === 'job.capture').length;
  };
  // Each capture waits until the transcript has been quiet for a while.
  await expect.poll(count, { timeout: 30_000 }).toBe(turns);
}

test('a session that is written down is one entry however many turns it has, and Today tells that its agent was asked to store', async ({
  page,
  host,
}) => {
  await store(host, { projectId: 'shop' });
  const transcript = join(host.ready.data, `${SESSION}.jsonl`);
  const command = { command: 'npm test -- price' };
  appendFileSync(transcript, lines.record('user', 'Make the price test pass'));
  appendFileSync(transcript, lines.ran('a', 'Bash', command, 'Exit code 1\nprice.js:12: expected 10.00, got 10', true));
  await endTurn(host, transcript);
  await read(host, 1);
  const edit = { file_path: '/work/shop/price.js', old_string: 'String(x)', new_string: 'x.toFixed(2)' };
  appendFileSync(transcript, lines.ran('b', 'Edit', edit, 'The file has been updated.', false));
  appendFileSync(transcript, lines.ran('c', 'Bash', command, 'ok 12 tests', false));
  appendFileSync(transcript, lines.record('assistant', [{ type: 'text', text: 'It wanted two decimals.' }]));
  await endTurn(host, transcript);
  await read(host, 2);

  await open(page, host, 'activity');
  const entry = page.getByRole('listitem').filter({ hasText: 'Wrote down: Make the price test pass' });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('recorded automatically');
  await entry.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(entry).toContainText('This removes the session log');
  await open(page, host, 'today');
  await expect(page.getByText('1 draft to review').first()).toBeVisible();
  await expect(page.getByText(/price\.js: String\(x\) → x\.toFixed\(2\)/).first()).toBeVisible();
  await toTab(page, 'Shown to agents');
  const source = page.getByRole('list', { name: 'Sources' }).getByRole('listitem');
  await expect(source).toContainText(/^Make the price test pass.*recorded automatically/);
  const told = page.getByRole('listitem').filter({ hasText: 'at the end of a turn' });
  await expect(told).toHaveCount(1);
  await expect(told).toContainText('was asked to store what it fixed');
});
