import { commitsIn } from './commits.ts';
import { resultsIn } from './counts.ts';
import { addEvent, isFull, type LogDraft, type Place } from './draft.ts';
import { clean, cut } from './texts.ts';

/** Maximum length of a sentence that becomes an event, in bytes. */
const MAX_SENTENCE = 1000;

/** Adds a commit of the session, once. Of two ids of the same commit the longer one is kept (R4). */
export function addCommit(draft: LogDraft, id: string, content: string, place: Place): void {
  if (draft.foreignCommits.find(id) !== undefined) return;
  const known = draft.commits.find(id);
  if (known === undefined) {
    const added = addEvent(draft, { ...place, type: 'commit', content: content || `Commit ${id}`, commitSha: id });
    if (added) draft.commits.add(id, added);
    return;
  }
  if (known.commitSha !== null && id.length > known.commitSha.length) known.commitSha = id;
  known.time ??= place.time;
}

/** Adds the commits that a text says were made. Commits in prose do not count where a field names the commit (R5). */
export function takeCommits(draft: LogDraft, text: string, place: Place, isList = false): void {
  if (isFull(draft)) return;
  const found = commitsIn(text, isList);
  const counts = new Map<string, number>();
  for (const { sentence } of found) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  for (const { id, sentence } of found) {
    // A sentence that lists several commits describes none of them.
    const isShared = (counts.get(sentence) ?? 0) > 2;
    addCommit(draft, id, isShared ? '' : cut(clean(sentence), MAX_SENTENCE), place);
  }
}

/** Adds the counted results in a text: tests, and failures that count (R3). */
export function takeResults(draft: LogDraft, text: string, place: Place, around = ''): void {
  if (isFull(draft)) return;
  for (const { sentence, result, isFailure, isTest } of resultsIn(text, around)) {
    const content = cut(clean(sentence), MAX_SENTENCE);
    if (isTest) {
      draft.results.push(result);
      const counts = Object.fromEntries(Object.entries(result).filter(([, count]) => count !== null));
      addEvent(draft, { ...place, type: 'test', content, extra: counts });
    }
    if (isFailure) addEvent(draft, { ...place, type: 'error', content, extra: { failures: result.failed } });
  }
}
