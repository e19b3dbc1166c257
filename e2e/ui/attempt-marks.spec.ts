import { verifies } from '@twicewise/testkit/verifies';
import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { items, record, tab, tell } from './session-parts.ts';

const TASK = 'Make the cart add up';
const at = (minute: number) => new Date(Date.UTC(2026, 4, 20, 10, minute)).toISOString();

test.describe('the course of a session in both themes', () => {
  test('its timeline says where it was stuck and came through, and leads to these attempts by keys', async ({
    page,
    host,
  }) => {
    verifies('S3-47');
    const episode = await tell(host, {
      task: TASK,
      projectId: 'shop',
      sessionId: 'stuck',
      events: [
        { type: 'milestone', content: 'Read the cart', at: at(0) },
        { type: 'error', content: 'It still does not add up', at: at(15) },
        { type: 'commit', content: 'Round once', at: at(50) },
      ],
    });
    const ways = ['Round each row', 'Round each price', 'Use floats', 'Round the sum'];
    for (const [n, strategy] of ways.entries()) {
      await host.client.call('attempt.record', {
        projectId: 'shop',
        sessionId: 'stuck',
        task: TASK,
        strategy,
        outcome: n === 3 ? 'success' : 'failure',
        startedAt: at(10 + n * 10),
        endedAt: at(18 + n * 10),
        content: n === 3 ? {} : { errors: [{ message: 'off by a cent', signature: 'off by a cent' }] },
      });
    }
    await open(page, host, `sessions?episode=${episode.id}`);
    await expect(items(page)).toHaveText([
      /Read the cart/,
      /Stuck for 3 attempts: the same error each time: off by a cent/,
      /It still does not add up/,
      /Breakthrough: an attempt succeeded after 3 attempts at its task that did not/,
      /Round once/,
    ]);
    // What is counted is the same above and below: all five rows.
    await expect(tab(page, 'Timeline')).toHaveText('Timeline5');
    await expect(record(page)).toContainText('5 with an exact time.');
    expect(await violations(page)).toEqual([]);
    const rung = (strategy: string) => record(page).getByRole('listitem').filter({ hasText: strategy });
    await items(page).getByRole('button', { name: 'Show the 3 attempts' }).focus();
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Attempts')).toHaveAttribute('aria-selected', 'true');
    await expect(rung('Round each row')).toBeFocused();
    await tab(page, 'Timeline').click();
    await items(page).getByRole('button', { name: 'Show the attempt', exact: true }).click();
    await expect(rung('Round the sum')).toBeFocused();
  });
});
