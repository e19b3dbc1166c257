import type { Reflection } from '@twicewise/contract';
import type { RefObject } from 'react';
import { useAction } from '../../app/action-registry.tsx';
import { useAppearance } from '../../app/appearance.tsx';
import { ROW_HEIGHT } from '../../groups/LessonList/LessonList.tsx';
import type { Cursor } from './use-cursor.ts';

interface ListKeys {
  lessons: readonly Reflection[];
  cursor: Cursor;
  listRef: RefObject<HTMLDivElement | null>;
  /** The current row becomes this one. */
  onMove: (lesson: Reflection) => void;
  onOpen: (lesson: Reflection) => void;
  enabled: boolean;
}

/** Moving through the list by keys. */
export function useListKeys({ lessons, cursor, listRef, onMove, onOpen, enabled }: ListKeys): void {
  const { density } = useAppearance();
  const goTo = (index: number) => {
    const lesson = lessons[Math.max(0, Math.min(index, lessons.length - 1))];
    if (!lesson) return false;
    // First: what had the focus until now is the place to come back to.
    onMove(lesson);
    listRef.current?.focus({ preventScroll: true });
    return true;
  };
  const step = (by: number) => goTo(cursor.step(by));
  const screen = () => Math.max(1, Math.floor((listRef.current?.clientHeight ?? 0) / ROW_HEIGHT[density]) - 1);

  useAction('down', () => step(1), enabled);
  useAction('up', () => step(-1), enabled);
  useAction('arrowDown', () => step(1), enabled);
  useAction('arrowUp', () => step(-1), enabled);
  useAction('pageDown', () => step(screen()), enabled);
  useAction('pageUp', () => step(-screen()), enabled);
  useAction('first', () => goTo(0), enabled);
  useAction('last', () => goTo(lessons.length - 1), enabled);
  useAction('open', () => (cursor.lesson ? onOpen(cursor.lesson) : step(1)), enabled);
}
