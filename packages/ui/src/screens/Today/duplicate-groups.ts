import { type DuplicateGroup, lessonTitle, type Reflection, type Suspect } from '@twicewise/contract';
import { leadsOf } from '../../groups/LessonList/lead.ts';
import { suspects as words } from '../../strings/waiting.ts';

/** A group of two as a pair with its reasons; null for more lessons. */
export function pairOf({ lessons: [one, other], size, why, likelihood }: DuplicateGroup): Suspect | null {
  return size === 2 && one && other && why ? { ...why, one, other, likelihood } : null;
}

/** The lesson kept by default: one in use, the oldest of copies, which agents and notes may know, otherwise the newest. */
export function usualStayOf({ lessons, isExact }: DuplicateGroup): Reflection | undefined {
  const used = lessons.filter(({ state }) => state !== 'draft');
  const among = used.length > 0 ? used : lessons;
  return isExact ? among[0] : among.at(-1);
}

/** What the newer of two lessons on one task says and the older one does not. */
function addition(one: Reflection, other: Reflection): string {
  const known = new Set(leadsOf(one).map(({ text }) => text));
  const added = leadsOf(other).find(({ text }) => !known.has(text));
  return added ? words.adds(added.text) : words.sameStatements;
}

/** What a group is called: what its first lesson is. */
export function titleOfGroup({ lessons: [first] }: Pick<DuplicateGroup, 'lessons'>): string {
  return first === undefined ? '' : lessonTitle(first);
}

/** The row of a group: the task, and below it what is particular, never the task again. */
export function groupLine(group: DuplicateGroup): { title: string; detail: string } {
  const { lessons, size, isExact } = group;
  const [one, other] = lessons;
  const title = titleOfGroup(group);
  if (isExact) return { title, detail: words.copies(size) };
  if (size > 2 || !one || !other) return { title, detail: words.group(size) };
  const otherTitle = lessonTitle(other);
  return { title, detail: title === otherTitle ? addition(one, other) : otherTitle };
}
