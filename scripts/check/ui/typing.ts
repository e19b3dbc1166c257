import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { withPage } from './chromium-page.ts';
import { type Seen, watch } from './page.ts';

/** Time between two keys of a fluent typist, in milliseconds. */
const KEY_MS = 100;
/** A question with the measured times, and whether its first row is the host's first hit. */
export interface Answered extends Seen {
  words: string;
  right: boolean;
}

async function ask(page: Page, host: HostProcess, words: string): Promise<Answered> {
  const field = page.getByRole('searchbox');
  await field.fill('');
  await page.waitForTimeout(3 * KEY_MS);
  await page.evaluate(() => Object.assign(window.watching, { asked: 0, requests: 0, together: 0 }));
  // Watching starts before the first key, because after the last one would be too late.
  const answer = page.evaluate((typed) => window.seen(typed), words);
  await field.pressSequentially(words, { delay: KEY_MS });
  const seen = await answer;
  const state = ['draft' as const, 'accepted' as const, 'superseded' as const, 'archived' as const];
  const { hits } = await host.client.call('reflection.search', {
    taskDescription: words,
    prefix: true,
    state,
    limit: 1,
  });
  return { ...seen, words, right: seen.first === (hits[0]?.reflection.id ?? null) };
}

/**
 * Types each question key by key into the real interface of this host and waits for the answer. `slower` delays the interface by
 * this many milliseconds.
 */
export function typeAll(
  { executable, host, slower = 0 }: { executable: string; host: HostProcess; slower?: number },
  questions: readonly string[],
): Promise<Answered[]> {
  return withPage(executable, async (page) => {
    await page.addInitScript(watch, slower);
    await page.goto(host.ready.url);
    await page.goto(`${new URL(host.ready.url).origin}/#/lessons`);
    await page.getByRole('option').first().waitFor();
    const answered: Answered[] = [];
    for (const words of questions) answered.push(await ask(page, host, words));
    return answered;
  });
}
