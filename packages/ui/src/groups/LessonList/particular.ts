import { lessonTitle, type Reflection } from '@twicewise/contract';
import { type LessonLead, leadsOf, type RowLines } from './lead.ts';

/** Number of characters by which tasks are compared: a row shows hardly more of one. */
const SEEN = 48;

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
const taskKey = (lesson: Reflection) => folded(lessonTitle(lesson)).slice(0, SEEN);

/** What a lesson states besides its task, most important first. */
function statements(lesson: Reflection): LessonLead[] {
  const task = folded(lessonTitle(lesson));
  return leadsOf(lesson).filter(({ text }) => folded(text) !== task);
}

function counted(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * The lines by which the lessons of one list are told apart. Where several tasks read the same, the statement that the fewest of
 * them make stands first; otherwise the most important one follows the task. None repeats the task.
 */
export function particularLines(lessons: readonly Reflection[]): ReadonlyMap<string, RowLines> {
  const said = new Map(lessons.map((lesson) => [lesson.id, statements(lesson)]));
  const tasks = counted(lessons.map(taskKey));
  const shared = lessons.filter((lesson) => (tasks.get(taskKey(lesson)) ?? 0) > 1);
  const inTask = (lesson: Reflection, { text }: LessonLead) => `${taskKey(lesson)}\n${folded(text)}`;
  const makers = counted(
    shared.flatMap((lesson) => [...new Set(said.get(lesson.id)?.map((lead) => inTask(lesson, lead)))]),
  );
  return new Map(
    lessons.map((lesson): [string, RowLines] => {
      const leads = said.get(lesson.id) ?? [];
      if ((tasks.get(taskKey(lesson)) ?? 0) < 2) return [lesson.id, { lead: leads[0] ?? null, leads: false }];
      const rank = (lead: LessonLead) => makers.get(inTask(lesson, lead)) ?? 0;
      const [rarest = null] = leads.toSorted((a, b) => rank(a) - rank(b));
      return [lesson.id, { lead: rarest, leads: rarest !== null }];
    }),
  );
}
