// Runs in the page: `faults.ts` strips the types of this file and evaluates it there, so it imports nothing and exports one function.

interface Sizes {
  least: number;
  most: number;
  heading: number;
  label: number;
}

interface Line {
  element: Element;
  text: string;
  rect: DOMRect;
}

const name = (element: Element) =>
  `<${element.tagName.toLowerCase()} ${(element.getAttribute('class') ?? '').slice(0, 60)}>`;
const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 40);
const overflowOf = (element: Element) => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX + overflowY;
};
const clips = (element: Element) => /hidden|clip/.test(overflowOf(element));
const scrolls = (element: Element) => /auto|scroll/.test(overflowOf(element));

function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only');
}

/** What lies over the rest on purpose is compared with itself only. */
function layerOf(element: Element): Element | null {
  return element.closest('[role=dialog], [role=menu], aside, [data-radix-popper-content-wrapper]');
}

function* ancestors(element: Element): Generator<Element> {
  for (let at: Element | null = element; at; at = at.parentElement) yield at;
}

function isShortened(element: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
}

/** The part of a rectangle that is in the window and inside of everything that clips it. */
function within(rect: DOMRect, from: Element): DOMRect {
  let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
  for (const at of ancestors(from)) {
    if (!clips(at) && !scrolls(at)) continue;
    const edge = at.getBoundingClientRect();
    [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
    [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
  }
  [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
  return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
}

/** Every text that is seen, with the element it is in and its lines. */
function textsIn(body: Element): { element: Element; text: string; whole: DOMRect; lines: DOMRect[] }[] {
  const found = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.nodeValue ?? '';
    if (!element || text.trim() === '' || !isShown(element) || element.closest('script, style, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].map((line) => within(line, element));
    const seen = lines.filter(({ width, height }) => width > 2 && height > 2);
    if (seen.length > 0) found.push({ element, text, whole: range.getBoundingClientRect(), lines: seen });
  }
  return found;
}

function isCut(element: Element, whole: DOMRect): Element | null {
  for (const at of ancestors(element)) {
    if (scrolls(at)) return null;
    if (!clips(at)) continue;
    const edge = at.getBoundingClientRect();
    const sticksOut = whole.right > edge.right + 2 || whole.bottom > edge.bottom + 4 || whole.left < edge.left - 2;
    return sticksOut && !isShortened(at) && !isShortened(element) ? at : null;
  }
  return null;
}

function sizeFault(element: Element, sizes: Sizes): number | null {
  const { fontSize, fontFamily } = getComputedStyle(element);
  const size = Number.parseFloat(fontSize);
  const isLabel = element.closest('kbd, svg') !== null || fontFamily.includes('Mono');
  const isHeading = element.closest('h1, h2, h3, h4, legend, [data-figure]') !== null;
  const [least, most] = [isLabel ? sizes.label : sizes.least, isHeading ? sizes.heading : sizes.most];
  return size < least || size > most ? size : null;
}

function areOver(one: Line, other: Line): boolean {
  if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
    return false;
  const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
  const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
  return width >= 3 && height >= 5 && layerOf(one.element) === layerOf(other.element);
}

function textFaults(sizes: Sizes): string[] {
  const faults: string[] = [];
  const texts = textsIn(document.body);
  for (const { element, text, whole } of texts) {
    const cutBy = isCut(element, whole);
    if (cutBy) faults.push(`cut: “${short(text)}” in ${name(cutBy)}`);
    const size = sizeFault(element, sizes);
    if (size !== null) faults.push(`size ${size}: “${short(text)}”`);
  }
  const lines = texts.flatMap(({ element, text, lines: rects }) =>
    rects.map((rect): Line => ({ element, text, rect })),
  );
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (areOver(one, other)) faults.push(`overlap: “${short(one.text)}” and “${short(other.text)}”`);
    }
  }
  return faults;
}

function controlFaults(): string[] {
  const controls = document.querySelectorAll(
    'button, a[href], input, select, textarea, [role=tab], [role=option], summary',
  );
  return [...controls].flatMap((control) => {
    if (!isShown(control) || getComputedStyle(control).pointerEvents === 'none') return [];
    const rect = within(control.getBoundingClientRect(), control);
    if (rect.width < 4 || rect.height < 8) return [];
    const top = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    if (!top || top.contains(control) || control.contains(top) || layerOf(top) !== layerOf(control)) return [];
    if (top.closest('label')?.contains(control)) return [];
    const called = control.textContent || control.getAttribute('aria-label') || control.tagName;
    return [`covered: “${short(called)}” by ${name(top)}`];
  });
}

function widthFaults(): string[] {
  const root = document.documentElement;
  return [root, ...document.querySelectorAll('body *')].flatMap((element) => {
    const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    if (!isWide || (element !== root && !/auto|scroll/.test(getComputedStyle(element).overflowX))) return [];
    return [`sideways: ${name(element)}, ${element.scrollWidth} of ${element.clientWidth}`];
  });
}

/** All faults in the layout of the page, each once. */
export function faultsIn(sizes: Sizes): string[] {
  return [...new Set([...textFaults(sizes), ...controlFaults(), ...widthFaults()])];
}
