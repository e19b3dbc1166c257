import { expect, open, test } from '../fixtures.ts';
import { drawn, savedMap } from './causes-page.ts';
import { tell } from './session-parts.ts';

/** Letters of one width, narrow and wide, and alphabets, of which a line is estimated. */
const TEXTS = [
  'illicit little fill till still illicit list',
  'WWWW MMMM WOMAN WHOM WORMWOOD MAMMOTH WARMTH',
  'mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm',
  'The backup of Sunday is 0 bytes, restore every backup the moment it is made',
  'ECONNREFUSED 127.0.0.1:5432 (SELECT * FROM orders WHERE id = 42)',
  'Größenänderung überprüfen, Ärger häufig übermäßig größer',
  'Проверка подключения Журнал Щука Жёлтый Широкий Шум',
  'יש לבדוק שוב את החיבור למסד הנתונים לפני כל ניסיון נוסף',
  'كل محاولة تحتاج إلى اتصال جديد بقاعدة البيانات قبل البدء',
  'Kết nối tới cơ sở dữ liệu phải được kiểm tra lại trước',
  '接続を確認してからもう一度試してくださいお願いします',
  '😀🇩🇪👨‍👩‍👧😀🇩🇪👨‍👩‍👧😀🇩🇪👨‍👩‍👧😀🇩🇪👨‍👩‍👧',
  'packages/ui/src/graph/box-text.test.ts@W%@W%@W%',
];

test('no line of a box on a saved map is longer than its box, in narrow and wide letters and other alphabets', async ({
  page,
  host,
}) => {
  for (const [at, content] of TEXTS.entries()) {
    await tell(host, {
      task: `Text ${at}`,
      decisions: [{ context: 'Which', options: ['a'], chosen: `Decide ${at}`, effects: ['e001'] }],
      events: [{ type: 'error', content }],
    });
  }
  await open(page, host, 'causes?map=true');
  await drawn(page, 2 * TEXTS.length);
  const svg = String(await savedMap(page, 'SVG'));
  const lines = await page.evaluate(async (source) => {
    await document.fonts.load('12px "Inter Variable"');
    const holder = document.createElement('div');
    holder.append(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement);
    document.body.append(holder);
    const measured = [...holder.querySelectorAll('tspan')].map((line) => ({
      text: line.textContent,
      width: line.getComputedTextLength(),
      room: line.closest('g.node')?.querySelector<SVGGraphicsElement>('rect, polygon, path')?.getBBox().width ?? 0,
    }));
    holder.remove();
    return measured;
  }, svg);
  expect(lines.length).toBeGreaterThan(3 * TEXTS.length);
  expect(lines.filter(({ width, room }) => width > room - 8)).toEqual([]);
  // Nor are lines much shorter than they could be: of those that were cut, the shortest is most of the box. Signs of which no font is
  // here say nothing of that.
  const cut = lines.filter(({ text }) => /^[ -~]+…$/.test(text));
  expect(cut.length).toBeGreaterThan(3);
  expect(Math.min(...cut.map(({ width, room }) => width / room))).toBeGreaterThan(0.6);
});
