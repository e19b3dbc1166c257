import type { Page } from '@playwright/test';
import type { ScreenId } from '@twicewise/ui/shell';

/** One picture: a view, and what is done in it first. */
export interface View {
  name: string;
  /** The part of the address after `#/`. */
  link: string;
  /** Waits until everything is loaded, and brings the view into the state to be shown. */
  ready: (page: Page) => Promise<void>;
  /** True if the view is also taken with an empty memory. */
  empty?: boolean;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor();
const rows = (page: Page) => page.getByRole('listbox', { name: 'Lessons' }).getByRole('option').first().waitFor();

/** Waits for the map, or for the text that says why there is none. */
async function causesDrawn(page: Page): Promise<void> {
  await page.getByText('Nothing is known yet').or(page.locator('[data-nodes]')).first().waitFor();
}

/** Waits for the chains of the start, or for the text that says why there are none. */
async function causesBegun(page: Page): Promise<void> {
  await page
    .getByText('Nothing is known yet')
    .or(page.getByText(/^(Strongest chains known|Connect two things)$/))
    .first()
    .waitFor();
}

async function causesAnswered(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Why?' }).getByRole('listitem').first().waitFor();
}

/** Opens the first lesson with these words: which lesson is the newest differs from import to import. */
async function openOne(page: Page): Promise<void> {
  await rows(page);
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Lesson' }).getByRole('heading', { level: 2 }).waitFor();
  await page.getByRole('heading', { name: 'History' }).waitFor();
}

const rowOrHeading = (page: Page) =>
  page
    .getByRole('option')
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();

/** Opens the first session that is listed at one of its parts. */
function openSession(part: string) {
  return async (page: Page) => {
    await page.getByRole('listbox', { name: 'Sessions' }).getByRole('option').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('tab', { name: new RegExp(`^${part}`), selected: true }).waitFor();
  };
}

/** The pictures of each screen, of its parts that open by a key, and of what opens over it. */
const OF_SCREENS: Record<ScreenId, readonly View[]> = {
  today: [
    { name: 'today', link: 'today', empty: true, ready: heading },
    { name: 'today-duplicates', link: 'today?waiting=suspects', ready: heading },
    { name: 'today-shown', link: 'today?waiting=shown', ready: heading },
  ],
  lessons: [
    { name: 'lessons-empty', link: 'lessons', empty: true, ready: heading },
    { name: 'lessons', link: 'lessons', ready: rows },
    { name: 'lesson', link: 'lessons?q=hydration+mismatch', ready: openOne },
    {
      name: 'lesson-edited',
      link: 'lessons?q=hydration+mismatch',
      ready: async (page) => {
        await openOne(page);
        await page.keyboard.press('e');
        await page.getByRole('textbox', { name: 'Task' }).waitFor();
      },
    },
    {
      name: 'facets',
      link: 'lessons',
      ready: async (page) => {
        await rows(page);
        await page.keyboard.press('f');
        await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().waitFor();
      },
    },
    {
      name: 'selection',
      link: 'lessons',
      ready: async (page) => {
        await rows(page);
        for (const key of ['j', 'x', 'J', 'J']) await page.keyboard.press(key);
        await page.getByText('3 selected').first().waitFor();
      },
    },
    {
      name: 'palette',
      link: 'lessons',
      ready: async (page) => {
        await rows(page);
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').getByRole('option').first().waitFor();
      },
    },
    {
      name: 'shortcuts',
      link: 'lessons',
      ready: async (page) => {
        await rows(page);
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      },
    },
  ],
  sessions: [
    { name: 'sessions', link: 'sessions', empty: true, ready: rowOrHeading },
    { name: 'session', link: 'sessions?has=decisions', ready: openSession('Timeline') },
    { name: 'session-decisions', link: 'sessions?has=decisions&tab=decisions', ready: openSession('Decisions') },
    { name: 'session-record', link: 'sessions?has=decisions&tab=record', ready: openSession('Details') },
  ],
  causes: [
    { name: 'causes-start', link: 'causes', empty: true, ready: causesBegun },
    { name: 'causes', link: 'causes?map=true', ready: causesDrawn },
    { name: 'causes-connect', link: 'causes?ask=connect', ready: heading },
    {
      name: 'causes-node',
      link: 'causes?map=true',
      ready: async (page) => {
        await causesDrawn(page);
        await page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('button').first().click();
        await page.getByRole('complementary', { name: 'Node' }).getByRole('heading', { level: 2 }).waitFor();
        await page.getByRole('button', { name: 'Legend' }).click();
      },
    },
    { name: 'causes-why', link: 'causes?ask=why&from=support+tickets', ready: causesAnswered },
  ],
  brief: [
    {
      name: 'brief',
      link: `brief?task=${encodeURIComponent('the hydration mismatch on the product page')}`,
      ready: (page) => page.getByRole('heading', { name: /lessons? in it/ }).waitFor(),
    },
  ],
  insights: [
    {
      name: 'insights',
      link: 'insights',
      empty: true,
      ready: (page) =>
        page
          .getByText(/^Counted at |Nothing to count yet/)
          .first()
          .waitFor({ timeout: 60_000 }),
    },
  ],
  activity: [
    { name: 'activity', link: 'activity', empty: true, ready: heading },
    { name: 'answers', link: 'activity?show=answers', ready: heading },
  ],
  data: [
    { name: 'data', link: 'data', empty: true, ready: heading },
    {
      name: 'data-files',
      link: 'data?part=files',
      ready: (page) => page.getByRole('heading', { name: 'Import files' }).and(page.locator(':focus')).waitFor(),
    },
  ],
  settings: [{ name: 'settings', link: 'settings', ready: heading }],
};

/** All pictures. */
export const VIEWS: readonly View[] = Object.values(OF_SCREENS).flat();
