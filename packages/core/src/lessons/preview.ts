import { createHash, type Hash } from 'node:crypto';
import { type ChangeRefusal, MAX_AT_ONCE, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { type LessonFacts, latestOperation } from '@twicewise/store';
import { requireProject } from '../runtime/references.ts';
import type { Services } from '../runtime/services.ts';
import { Effects, type ResolvedChange } from './effect.ts';
import { eachFacts, resolveLessonSelection, type Selection, selectedSeqs } from './selection.ts';

type Asked = Pick<ParsedInputOf<'reflection.changeMany'>, 'selection' | 'change'>;

const MESSAGES: Record<ChangeRefusal, string> = {
  missing: 'There is no lesson with this id.',
  in_bin: 'In the bin; restore it first.',
  too_many_tags: 'It would have more than 64 tags.',
  native_id_taken: 'The project has a lesson of the same id in the system it came from.',
};
const EXAMPLES = 5;

/** A request with names resolved to ids and secrets removed. */
export interface ResolvedRequest {
  selection: Selection;
  change: ResolvedChange;
}

/**
 * Resolves names to ids and redacts. A tag may contain a secret, and the input of a preview, which is a query, is not redacted by
 * the dispatcher. Throws `not_found` for an unknown project.
 */
export function resolveRequest({ selection, change }: Asked, services: Services): ResolvedRequest {
  const db = services.db();
  if (change.kind === 'move') {
    return {
      selection: resolveLessonSelection(selection, db),
      change: { ...change, projectId: requireProject(db, change.projectId) },
    };
  }
  const clean = change.kind === 'tags' ? { ...change, add: change.add.map((tag) => services.redactText(tag)) } : change;
  return { selection: resolveLessonSelection(selection, db), change: clean };
}

/** Adds up the effects of a change, and hashes the lessons it was computed from. */
export class EffectTally {
  readonly #effects: Effects;
  readonly #hash: Hash;
  readonly #refused = new Map<ChangeRefusal, number>();
  readonly #examples: OutputOf<'reflection.previewMany'>['examples'] = [];
  #matches = 0;
  #already = 0;
  /** Number of lessons that would change. */
  changes = 0;

  constructor(effects: Effects, { selection, change }: ResolvedRequest) {
    this.#effects = effects;
    this.#hash = createHash('sha256').update(JSON.stringify([change, 'ids' in selection ? selection.ids.length : 0]));
  }

  add(lesson: LessonFacts): void {
    this.#matches++;
    this.#hash.update(`${lesson.seq}:${lesson.revision};`);
    const effect = this.#effects.of(lesson);
    if (effect === 'already') this.#already++;
    else if (typeof effect === 'string') this.refuse(effect, 1);
    else {
      this.changes++;
      this.#examples.push({ id: lesson.id, taskDescription: lesson.taskDescription });
      if (this.#examples.length > EXAMPLES) this.#examples.shift();
    }
  }

  refuse(reason: ChangeRefusal, count: number): void {
    if (count > 0) this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + count);
  }

  result(): OutputOf<'reflection.previewMany'> {
    return {
      matches: this.#matches,
      changes: this.changes,
      already: this.#already,
      refused: [...this.#refused].map(([reason, count]) => ({ reason, count, message: MESSAGES[reason] })),
      examples: this.#examples.toReversed(),
      asJob: this.#matches > MAX_AT_ONCE,
      digest: this.#hash.digest('base64url'),
    };
  }
}

/** The result of examining a change before it is made. */
export interface Prepared extends ResolvedRequest {
  seqs: number[];
  preview: OutputOf<'reflection.previewMany'>;
  /** The latest operation that the preview saw; what is changed by a later one was not looked at. */
  upTo: number;
}

/** Examines every selected lesson; yields to other work in between. */
export async function prepare(asked: Asked, services: Services): Promise<Prepared> {
  const upTo = latestOperation(services.db());
  const request = resolveRequest(asked, services);
  const seqs = await selectedSeqs(request.selection, services);
  const tally = new EffectTally(new Effects(services.db(), request.change, ''), request);
  await eachFacts(services, seqs, (facts) => tally.add(facts));
  if ('ids' in request.selection) tally.refuse('missing', request.selection.ids.length - seqs.length);
  return { ...request, seqs, preview: tally.result(), upTo };
}
