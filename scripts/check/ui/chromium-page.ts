import { chromium, type Page } from '@playwright/test';

const WINDOW = { width: 1600, height: 1000 };

/** Runs something in a new window of Chromium, then closes it. */
export async function withPage<T>(executable: string, run: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await run(await browser.newPage({ viewport: WINDOW }));
  } finally {
    await browser.close();
  }
}
