import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from './chromium.ts';

// Draws the icons of the desktop app from the mark of the product: the two strokes of a tick. Their colours are those of the dark
// theme. Run it after a change of the mark (`npx node scripts/generate-icons.ts`); what it draws is kept in the repository,
// because a browser is needed for it.

const FOLDER = join(import.meta.dirname, '../apps/desktop/icons');

interface Icon {
  name: string;
  /** Width and height in pixels. */
  size: number;
  /** Colours of the two strokes. */
  strokes: readonly [string, string];
  /** Colour behind them; without one, it is transparent. */
  ground?: string;
  /** Part of the size that is left free on each side of the strokes. */
  margin: number;
}

const ICONS: readonly Icon[] = [
  { name: 'icon', size: 512, strokes: ['#8f98a3', '#f5a524'], ground: '#14171c', margin: 0.16 },
  { name: 'tray', size: 32, strokes: ['#8b8478', '#f5a524'], margin: 0.02 },
  // A Mac draws these in the colour of its menu bar, and takes the larger one on fine screens.
  { name: 'trayTemplate', size: 16, strokes: ['#000', '#000'], margin: 0.02 },
  { name: 'trayTemplate@2x', size: 32, strokes: ['#000', '#000'], margin: 0.02 },
];

function drawing({ size, strokes: [first, second], ground, margin }: Icon): string {
  const scale = (size * (1 - 2 * margin)) / 24;
  const plate = `<rect x="4%" y="4%" width="92%" height="92%" rx="22%" fill="${ground}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display:block">${ground ? plate : ''}
    <g transform="translate(${size * margin} ${size * margin}) scale(${scale})" fill="none" stroke-linecap="square">
      <path d="M4 13.5 7.6 17.2" stroke="${first}" stroke-width="2"/>
      <path d="M10.2 18.6 20 5.4" stroke="${second}" stroke-width="3.8"/>
    </g></svg>`;
}

const executablePath = await ensureChromium();
if (executablePath === null) throw new Error('a browser is needed to draw the icons');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
mkdirSync(FOLDER, { recursive: true });
for (const icon of ICONS) {
  const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
  await page.setContent(`<body style="margin:0;background:transparent">${drawing(icon)}</body>`);
  writeFileSync(join(FOLDER, `${icon.name}.png`), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
