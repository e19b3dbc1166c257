import type { InputOf } from '@twicewise/contract';
import { TestCore } from '../harness.ts';

type Asked = Pick<InputOf<'episode.changeMany'>, 'selection' | 'change'>;

/** A change of sessions by their ids. */
export const asked = (kind: 'delete' | 'restore', ...ids: string[]): Asked => ({
  selection: { ids },
  change: { kind },
});

/** A change of all sessions outside the bin, or in it, unrecorded ones too. */
export const askedOfAll = (kind: 'delete' | 'restore'): Asked => ({
  selection: { filters: { deleted: kind === 'delete' ? 'exclude' : 'only', unrecorded: true } },
  change: { kind },
});

/** A core whose sessions, most of them unrecorded, are made and changed as agents and persons do. */
export class SessionCore extends TestCore {
  preview(input: Asked) {
    return this.call('episode.previewMany', input);
  }

  /** Changes sessions as a person does: first a preview, then the change. */
  async change(input: Asked) {
    const { digest } = await this.preview(input);
    return this.call('episode.changeMany', { ...input, digest });
  }

  /** Records attempts in an unrecorded session. Returns the id of the session, and those of the attempts. */
  async tried(sessionId: string, count = 1, fields: Partial<InputOf<'attempt.record'>> = {}) {
    const ids: string[] = [];
    let session = '';
    for (let n = 0; n < count; n++) {
      const input = { projectId: 'shop', sessionId, task: `Try ${sessionId}`, outcome: 'failure' as const, ...fields };
      const { attempt } = await this.call('attempt.record', input);
      ids.push(attempt.id);
      session = attempt.sessionId ?? '';
    }
    return { session, ids };
  }

  /** Saves a turn in a session. */
  async thought(sessionId: string, text = 'What now?') {
    const context = [{ kind: 'workspace', text }];
    return (await this.call('turn.save', { projectId: 'shop', sessionId, context })).turn;
  }

  /** Stores the episode of a session. */
  async told(sessionId: string) {
    return (await this.call('episode.store', { projectId: 'shop', sessionId, task: `Log of ${sessionId}` })).episode;
  }

  /** The names of the unrecorded sessions outside the bin, or in it. */
  async names(deleted: 'exclude' | 'only', filter: InputOf<'session.unrecorded'> = {}) {
    return (await this.call('session.unrecorded', { ...filter, deleted })).items.map(({ nativeId }) => nativeId);
  }

  /** Number of a session's attempts outside the bin, or in it. */
  attempts(session: string, deleted: 'exclude' | 'only'): number {
    const place = deleted === 'only' ? 'NOT NULL' : 'NULL';
    return this.rows(`SELECT 1 FROM attempt WHERE session_id = ? AND deleted_at IS ${place}`, [session]).length;
  }
}
