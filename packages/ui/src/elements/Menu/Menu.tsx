import clsx from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { useOrigin } from '../Dialog/origin.ts';

interface MenuProps {
  trigger: ReactNode;
  label: string;
  align?: 'start' | 'end';
  /** Beside its trigger a menu moves up where it has no room below, instead of being cut. */
  side?: 'bottom' | 'right';
  /** For a menu that a key opens too; afterwards the focus returns to where it was. */
  opened?: readonly [boolean, (open: boolean) => void];
  /** Called when it is closed and the focus is back; the next action may move the focus. */
  onClosed?: () => void;
  children: ReactNode;
}

/** A menu on a button. Never modal: Radix's scroll lock writes a style element, which the page's policy refuses. */
export function Menu({ trigger, label, align = 'start', side = 'bottom', opened, onClosed, children }: MenuProps) {
  const [open = false, onOpenChange] = opened ?? [];
  const toOrigin = useOrigin(open);
  return (
    <DropdownMenu.Root modal={false} {...(onOpenChange ? { open, onOpenChange } : {})}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          align={align}
          side={side}
          onCloseAutoFocus={(event) => {
            if (!opened) return;
            event.preventDefault();
            toOrigin();
            onClosed?.();
          }}
          sideOffset={side === 'bottom' ? 4 : 0}
          collisionPadding={8}
          className="z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-80 overflow-y-auto rounded-md bg-raised p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const ITEM =
  'flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 text-base text-ink outline-none data-[highlighted]:bg-signal-tint data-[highlighted]:text-signal-ink';

interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  /** The key for the same action. */
  hint?: ReactNode;
  danger?: boolean;
  onSelect: () => void;
}

/** A menu item that runs an action. */
export function MenuItem({ icon, children, hint, danger = false, onSelect }: MenuItemProps) {
  return (
    <DropdownMenu.Item className={clsx(ITEM, danger && 'text-failure')} onSelect={onSelect}>
      {icon && <span className="text-ink-3">{icon}</span>}
      <span className="grow">{children}</span>
      {hint}
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps {
  checked: boolean;
  children: ReactNode;
  hint?: ReactNode;
  /** True to stay open, so that several can be chosen. */
  several?: boolean;
  onSelect: () => void;
}

/** One of several values, ticked when chosen. */
export function MenuChoice({ checked, children, hint, several = false, onSelect }: MenuChoiceProps) {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      className={ITEM}
      onSelect={(event) => {
        if (several) event.preventDefault();
        onSelect();
      }}
    >
      <span className="w-3.5 shrink-0">
        <DropdownMenu.ItemIndicator>
          <Check size={14} aria-hidden />
        </DropdownMenu.ItemIndicator>
      </span>
      <span className="min-w-0 grow wrap-anywhere py-1">{children}</span>
      {hint}
    </DropdownMenu.CheckboxItem>
  );
}

/** A hairline between groups of items. */
export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
