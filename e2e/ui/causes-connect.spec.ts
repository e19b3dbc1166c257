import { expect, open, statusLine, test } from '../fixtures.ts';
import { find, panel } from './causes-page.ts';

// What a person says of causes, as the line at the foot names it.

test('what was chosen is named, though others come to fit the typed words better', async ({ page, host }) => {
  const store = (sessionId: string, contents: string[]) =>
    host.client.call('episode.store', {
      ...{ projectId: 'shop', sessionId, task: 'Free the disk' },
      events: contents.map((content) => ({ type: 'error', content })),
    });
  await store('one', ['Disk is full', 'The logs of last night were lost when nobody looked']);
  await open(page, host, 'causes?map=true');
  await find(page, 'Disk is full');
  await panel(page, 'Node').getByRole('button', { name: 'Add an effect…' }).click();
  const form = page.getByRole('form', { name: 'Add an effect' });
  await form.getByRole('textbox', { name: 'What', exact: true }).fill('logs lost');
  await form.getByRole('button', { name: /The logs of last night/ }).click();
  const isOthers = (text: string) => text.includes('Logs lost') && !text.includes('last night');
  const found = page.waitForResponse(
    async (response) => response.url().endsWith('/api/causal.nodes') && isOthers(await response.text()),
  );
  const others = Array.from({ length: 7 }, (_, index) => `Logs lost ${index}`);
  await store('two', others);
  await found;
  await form.getByRole('textbox', { name: 'Evidence' }).fill('The log shows it');
  await page.keyboard.press('Control+Enter');
  await expect(statusLine(page)).toContainText('Connected: Disk is full leads to The logs of last night were lost');
});
