import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** What is wrong with how a page is laid out: each line names the kind of fault and the text or element. */
export type Faults = readonly string[];

/**
 * Sizes of text in CSS pixels. Headings may be larger than what is read. Keys, counts, ages, ids and the axes of charts are labels: one word
 * or number each, set in the monospaced face or in a drawing, and a pixel smaller.
 */
export const TEXT_SIZES = { least: 13, most: 15, heading: 18, label: 12 };

const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'in-page.ts'), 'utf8')).replace(
  /^export /gm,
  '',
);

/**
 * Looks for text that is cut off without an ellipsis, texts that overlap, controls that something covers, what is wider than its
 * place, and text of other than the {@link TEXT_SIZES}. Only what is in the window counts.
 */
export function findFaults(page: Page): Promise<Faults> {
  return page.evaluate<Faults>(`(() => { ${code}; return faultsIn(${JSON.stringify(TEXT_SIZES)}); })()`);
}

/** The kinds of faults that {@link spoil} makes. */
export const KINDS = ['cut', 'overlap', 'covered', 'sideways', 'size'] as const;

/** Puts one fault of each kind into a page, as the negative control. */
export async function spoil(page: Page): Promise<void> {
  await page.evaluate(() => {
    const add = (css: string, html: string) => {
      const box = document.createElement('div');
      box.style.cssText = css;
      box.innerHTML = html;
      document.querySelector('main')?.append(box);
    };
    const place = 'position: fixed; top: 200px; z-index: 1;';
    add(`${place} left: 300px; width: 60px; overflow: hidden; white-space: nowrap`, 'longer than its place');
    add(`${place} left: 400px`, '<p>One text</p><p style="margin-top: -15px">Another text</p>');
    add(`${place} left: 500px`, '<button>Press</button>');
    add('position: fixed; top: 190px; left: 490px; width: 90px; height: 60px; z-index: 2', '');
    add(`${place} left: 600px; width: 50px; overflow-x: auto`, '<div style="width: 90px">wide</div>');
    add(`${place} left: 300px; margin-top: 60px; font-size: 9px`, 'tiny');
  });
}
