import { lessonTitle, type Reflection } from '@twicewise/contract';
import { useMemo } from 'react';
import { lessonAddress, lessonJson, lessonLink, lessonMarkdown } from '../data/lesson-copies.ts';
import type { Copies } from '../groups/Inspector/CopyItems.tsx';
import { useAction } from '../state/action-registry.tsx';
import { useCopyOut } from '../state/copying.tsx';
import { strings } from '../strings.ts';

/** The forms in which a lesson can be copied; null without one. */
export function useCopies(lesson: Reflection | undefined): Copies | null {
  const copy = useCopyOut();
  return useMemo(() => {
    if (!lesson) return null;
    const { done } = strings.copying;
    const link = lessonLink(lesson.id);
    const address = lessonAddress(lesson.id, location);
    return {
      id: () => copy(lesson.id, done.exactly(lesson.id)),
      link: () => copy(link, done.exactly(link)),
      address: address === null ? null : () => copy(address, done.address(address)),
      markdown: () => copy(lessonMarkdown(lesson), done.markdown(lessonTitle(lesson))),
      json: () => copy(lessonJson(lesson), done.json(lessonTitle(lesson))),
    };
  }, [lesson, copy]);
}

/** Registers the same as actions of the window, wherever a lesson is shown. `on` as in `useAction`. */
export function useCopyActions(copies: Copies | null, on: boolean | string): void {
  useAction('copyId', () => copies?.id(), on);
  useAction('copyLink', () => copies?.link(), on);
  useAction('copyAddress', () => copies?.address?.(), copies && copies.address === null ? false : on);
  useAction('copyMarkdown', () => copies?.markdown?.(), copies && copies.markdown === null ? false : on);
  useAction('copyJson', () => copies?.json(), on);
}
