/** A button of the open screen that the palette finds by name. */
export interface ScreenButton {
  key: string;
  title: string;
  /** What it is about: its figure, its group or its pane. */
  place: string;
  alsoCalled: string;
  /** True where each row of a list may have such a button. */
  isOfRow: boolean;
  run: () => void;
}

/** What a button is called; the number on a tab is no part of that. */
const nameOf = (button: HTMLElement) =>
  (button.ariaLabel ?? (button.role === 'tab' ? button.firstChild : button)?.textContent ?? '').trim();

const PLACES = 'fieldset, figure, section, aside, form, [role="application"]';

/** The name of what is around a button: the legend of its choice, the heading of its figure, or what its pane is called. */
function placeOf(button: HTMLElement): string {
  const around = button.closest(PLACES);
  const headings = [...(around?.querySelectorAll(':scope > legend, h2, h3') ?? [])];
  // That of a place inside says nothing of all of it.
  const own = headings.find((heading) => heading.closest(PLACES) === around);
  const title = own?.textContent ?? around?.ariaLabel ?? '';
  return title.trim() === nameOf(button) ? '' : title.trim();
}

/** All buttons in sight of the open screen and the status line that are marked `data-deed`, with other words for what they do. */
const marked = () =>
  [...document.querySelectorAll<HTMLElement>(':is(main, footer) [data-deed]')].filter(
    (button) => button.checkVisibility() && button.ariaDisabled !== 'true',
  );

const keyOf = (button: HTMLElement) => `button:${placeOf(button)} ${nameOf(button)}`;

/** A menu opens by key: its button takes a pointer that goes down, and no click. */
function press(button: HTMLElement): void {
  button.focus();
  if (button.ariaHasPopup) button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  else button.click();
}

/**
 * The buttons of the open screen that have no key and no action of their own. They say what they are called where they are drawn, so
 * that no other screen loads their words; one that was drawn anew since is found by its name.
 */
export function screenButtons(): ScreenButton[] {
  // Of several with one name none is meant; those of rows are named after them.
  const alone = [...Map.groupBy(marked(), keyOf)].flatMap(([key, like]) =>
    like.length === 1 ? like.map((button) => ({ key, button })) : [],
  );
  return alone.flatMap(({ key, button }) => {
    // Where its own name does not say what pressing it does, it says it here, and its place with it.
    const { deed: alsoCalled = '', named } = button.dataset;
    // A filter that is on has a chip in some lists, which is called the same.
    if (named && alone.some((other) => other.button.ariaLabel === named)) return [];
    const run = () => {
      const now = button.isConnected ? button : marked().find((other) => keyOf(other) === key);
      if (now) press(now);
    };
    const isOfRow = button.closest('li') !== null;
    return [{ key, title: named ?? nameOf(button), place: named ? '' : placeOf(button), alsoCalled, isOfRow, run }];
  });
}
