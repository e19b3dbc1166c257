/** Whether a select shows its list where the key was pressed. Engines without `:open` keep the keys of their lists themselves. */
const isInPicker = (target: Element) => CSS.supports('selector(:open)') && target.closest('select:open');

/** Whether the key was pressed in a popover that the browser closes on Escape; it closes no `manual` one. */
const isInPopover = (target: Element) => target.closest('[popover="auto"]:popover-open');

/**
 * Leaves keys to the browser while a list or a calendar that it opened over a form has them: Escape closes that, and not the form or
 * the sheet as well. Must begin before anything else listens to keys.
 */
export function leavePickersTheirKeys(): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof Element)) return;
    if (isInPicker(target) || (key === 'Escape' && isInPopover(target))) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
}
