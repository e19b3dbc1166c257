import { TYPED_INTO, useAction } from '../state/action-registry.tsx';

/** Escape leaves a field on every screen. It stands before the screens, for what one of them does with the key comes first. */
export function LeaveField(): null {
  useAction(
    'back',
    () => {
      const field = document.activeElement;
      if (!(field instanceof HTMLElement) || !field.matches(TYPED_INTO)) return false;
      field.blur();
    },
    true,
    false,
  );
  return null;
}
