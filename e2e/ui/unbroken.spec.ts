import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import type { ScreenId } from '@twicewise/ui/shell';
import { addressOf, expect, open, rows, store, test } from '../fixtures.ts';
import { watchSettling } from './settled.ts';

// Texts of a person or an agent may contain a word of any length. No page may become wider than the window because of it.

const WORD = 'unbroken'.repeat(112);
const searchFor = (words: string) => encodeURIComponent(words);

/** Everything that can be scrolled sideways, the page itself or an area in it, and the element that is too wide. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const isWide = (element: Element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    const root = document.documentElement;
    const wide = [...document.querySelectorAll('*')].filter((one) => isWide(one) && (one === root || scrolls(one)));
    return wide.map((element) => {
      const edge = element.getBoundingClientRect().left + element.clientWidth + 1;
      const beyond = [...element.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge);
      const named = [element, ...beyond.slice(-1)].map((one) => `${one.tagName} ${one.getAttribute('class')}`);
      return `${element.scrollWidth} of ${element.clientWidth}: ${named.join(' > ')}`;
    });
  });

/** Stores lessons, sessions, causes, a view and a tag with nothing but long words. */
async function fillWith(host: HostProcess): Promise<void> {
  const long = WORD.slice(0, 500);
  const lesson = {
    taskDescription: WORD,
    whatWorked: [WORD],
    whatDidNotWork: [WORD],
    nextStrategy: WORD,
    rootCause: WORD,
    tags: [WORD.slice(0, 128)],
    relatedEntityIds: [long],
    agent: long.slice(0, 128),
    sessionId: long,
    projectId: long,
    outcomeNative: WORD.slice(0, 120),
  };
  await store(host, lesson);
  await store(host, { ...lesson, taskDescription: `${WORD} again`, state: 'draft' });
  await host.client.call('view.save', { name: WORD.slice(0, 200), screen: 'lessons', query: 'q=unbroken' });
  await host.client.call('episode.store', {
    sessionId: `${long}2`,
    projectId: long,
    task: WORD,
    outcome: 'partial',
    decisions: [{ chosen: WORD, context: WORD, rationale: WORD, options: [WORD], risks: [WORD], effects: ['e001'] }],
    events: [{ type: 'error', content: WORD }],
    lessons: [WORD],
  });
}

/** Links to every screen, with long words wherever a link holds some. */
const VIEWS: Record<ScreenId, readonly string[]> = {
  today: ['today', 'today?waiting=shown', 'today?waiting=suspects'],
  lessons: [
    'lessons',
    `lessons?q=${searchFor(WORD)}`,
    `lessons?q=${searchFor(`unbroken ${WORD}`)}`,
    `lessons?tag=${searchFor(WORD.slice(0, 128))}&agent=${searchFor(WORD.slice(0, 128))}&session=${searchFor(WORD.slice(0, 500))}`,
    `lessons?project=${searchFor(WORD.slice(0, 500))}`,
    'lessons?new=true',
  ],
  sessions: ['sessions', `sessions?q=${searchFor(WORD)}`],
  causes: [
    'causes',
    'causes?map=true',
    'causes?ask=connect',
    `causes?q=${searchFor(WORD)}`,
    ...['why', 'path', 'whatif', 'similar', 'deadends'].map(
      (ask) => `causes?ask=${ask}&from=${searchFor(WORD)}&to=${searchFor(WORD)}`,
    ),
    'causes?ask=patterns',
  ],
  brief: [`brief?task=${searchFor(WORD)}`],
  insights: ['insights'],
  activity: ['activity'],
  data: ['data'],
  settings: ['settings'],
};

for (const width of [1280, 800]) {
  test(`a long word makes no page wider than a window of ${width} px`, { tag: '@browser' }, async ({ page, host }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 800 });
    const settled = watchSettling(page);
    await open(page, host);
    const wide: Record<string, string[]> = {};
    const look = async (name: string) => {
      await settled();
      const found = await sideways(page);
      if (found.length > 0) wide[name] = found;
    };
    for (const filled of [false, true]) {
      if (filled) await fillWith(host);
      for (const view of Object.values(VIEWS).flat()) {
        await page.goto(addressOf(host, view));
        await look(`${filled ? 'filled' : 'empty'} ${view.slice(0, 30)}`);
      }
    }
    await page.goto(addressOf(host, 'lessons'));
    await rows(page).first().click();
    await look('a lesson');
    await page.keyboard.press('p');
    await look('what was done');
    await page.keyboard.press('w');
    await look('why');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(WORD.slice(0, 200));
    await look('palette');
    await page.keyboard.press('Escape');
    await page.goto(addressOf(host, 'sessions'));
    await rows(page).first().click();
    await look('a session');
    expect(wide).toEqual({});
  });
}
