import * as z from 'zod';
import { attemptId, episodeId, operationId, reflectionId, sessionId, turnId } from '../domain/ids.ts';
import { command, query } from './define.ts';

const what = (id: typeof reflectionId | typeof episodeId | typeof attemptId | typeof turnId, records: string) =>
  z
    .union([z.strictObject({ ids: z.array(id).min(1).max(1000) }), z.strictObject({ bin: z.literal(true) })], {
      error: `give ids of ${records} in the bin, or bin: true for all of it`,
    })
    .describe(`The ${records} of the bin by id, or the whole bin`);

const which = what(reflectionId, 'lessons');
const whichEpisodes = what(episodeId, 'episodes');
const whichAttempts = what(attemptId, 'attempts');
const whichTurns = z
  .union(
    [
      z.strictObject({ ids: z.array(turnId).min(1).max(1000) }),
      z.strictObject({ bin: z.literal(true) }),
      z.strictObject({ pruned: z.literal(true) }),
    ],
    { error: 'give ids of turns in the bin, bin: true for all of it, or pruned: true for the texts of pruned turns' },
  )
  .describe('The turns of the bin by id, or the whole bin; or the texts of all pruned turns, of which all else stays');

const whichSessions = z
  .union(
    [
      z.strictObject({
        ids: z
          .array(z.union([sessionId, episodeId]))
          .min(1)
          .max(1000),
      }),
      z.strictObject({ bin: z.literal(true) }),
    ],
    { error: 'give ids of sessions in the bin or of their episodes, or bin: true for all of it' },
  )
  .describe(
    'The sessions of the bin by id, their own or that of their episode, or the whole bin. One with an episode is there when that ' +
      'is; one without when it has attempts or turns, and all of them are',
  );

const count = z.int().min(0);

const removed = z.object({
  reflection: count,
  feedback: count.describe('Judgements on them'),
  exposure_release: count,
  operation_change: count.describe('What the operations log remembers of them, before and after'),
  operation: count.describe('Summaries of operations that quote them'),
  request_key: count.describe('Answers kept for a day for repeated requests'),
  told_text: count.describe('Texts that agents were given and that hold words of them (exposure.text)'),
});

const removedOfEpisodes = z.object({
  episode: count,
  session: count.describe(
    'Sessions whose goal says no more than the task of their episode (the task, or its beginning); the goal goes, the session stays',
  ),
  operation_change: count.describe('What the operations log remembers of them, before and after'),
  operation: count.describe('Summaries of operations that quote them'),
  request_key: count.describe('Answers kept for a day for repeated requests'),
  told_text: count.describe('Texts that agents were given and that hold words of them (exposure.text)'),
});

const removedOfAttempts = removedOfEpisodes.omit({ episode: true, session: true }).extend({ attempt: count });

const removedOfTurns = removedOfAttempts.omit({ attempt: true }).extend({
  turn: count,
  turn_part: count.describe('Their texts'),
  turn_chunk: count.describe('Pieces of their texts that no other turn has'),
});

const removedOfSessions = removedOfTurns.extend({
  episode: count,
  attempt: count,
  session: removedOfEpisodes.shape.session.describe(
    'Sessions whose goal says no more than the task of their episode or of an attempt of theirs (the task, or its beginning); the goal goes, the session stays',
  ),
});

/** Fields that every purge reports before and after. */
const said = {
  stays: z.array(z.string()).describe('What a purge does not reach, in words'),
  backups: z.array(z.string()).describe('Backups that still hold some of them; they go as they grow old, or by hand'),
  isErased: z.boolean().describe('False: a reader holds the log of the file, which is emptied at the next chance'),
};

/** Operations that purge records. They are the only ones that cannot be undone. */
export const purgeOperations = {
  'reflection.previewPurge': query(
    'What purging lessons of the bin would remove for good, and what would stay.',
    z.strictObject({ which }),
    z.object({
      lessons: count,
      examples: z.array(z.object({ id: reflectionId, taskDescription: z.string() })).describe('The first five'),
      refused: count.describe('Of the ids: not in the bin, or not there; nothing of them is removed'),
      rows: removed.describe('Rows that are removed or emptied, by table'),
      stays: said.stays,
      backups: said.backups,
      digest: z.string().describe('Stands for exactly these lessons; reflection.purge asks for it'),
    }),
  ),
  'reflection.purge': command(
    'Remove lessons of the bin for good: their text leaves the file, its log and the search. Cannot be undone.',
    z.strictObject({ which, digest: z.string().min(1).max(64).describe('From reflection.previewPurge') }),
    z.object({
      purged: count.describe('Lessons that were restored after the preview was confirmed are left out'),
      rows: removed,
      backups: said.backups,
      isErased: said.isErased,
      operationId: operationId
        .nullable()
        .describe('The entry that says that there were such lessons; null when there were none'),
    }),
  ),
  'episode.previewPurge': query(
    'What purging episodes of the bin would remove for good, and what would stay.',
    z.strictObject({ which: whichEpisodes }),
    z.object({
      episodes: count,
      examples: z.array(z.object({ id: episodeId, task: z.string() })).describe('The first five'),
      refused: count.describe('Of the ids: not in the bin, or not there; nothing of them is removed'),
      rows: removedOfEpisodes.describe('Rows that are removed or emptied, by table'),
      stays: said.stays,
      backups: said.backups,
      digest: z.string().describe('Stands for exactly these episodes; episode.purge asks for it'),
    }),
  ),
  'episode.purge': command(
    'Remove episodes of the bin for good: their text leaves the file, its log, the search and the causal graph. Cannot be undone.',
    z.strictObject({ which: whichEpisodes, digest: z.string().min(1).max(64).describe('From episode.previewPurge') }),
    z.object({
      purged: count.describe('Episodes that were restored after the preview was confirmed are left out'),
      rows: removedOfEpisodes,
      backups: said.backups,
      isErased: said.isErased,
      operationId: operationId
        .nullable()
        .describe('The entry that says that there were such episodes; null when there were none'),
    }),
  ),
  'attempt.previewPurge': query(
    'What purging attempts of the bin would remove for good, and what would stay.',
    z.strictObject({ which: whichAttempts }),
    z.object({
      attempts: count,
      examples: z.array(z.object({ id: attemptId, task: z.string() })).describe('The first five'),
      refused: count.describe('Of the ids: not in the bin, or not there; nothing of them is removed'),
      rows: removedOfAttempts.describe('Rows that are removed or emptied, by table'),
      stays: said.stays,
      backups: said.backups,
      digest: z.string().describe('Stands for exactly these attempts; attempt.purge asks for it'),
    }),
  ),
  'attempt.purge': command(
    'Remove attempts of the bin for good: their text leaves the file and its log. Cannot be undone.',
    z.strictObject({ which: whichAttempts, digest: z.string().min(1).max(64).describe('From attempt.previewPurge') }),
    z.object({
      purged: count.describe('Attempts that were restored after the preview was confirmed are left out'),
      rows: removedOfAttempts,
      backups: said.backups,
      isErased: said.isErased,
      operationId: operationId
        .nullable()
        .describe('The entry that says that there were such attempts; null when there were none'),
    }),
  ),
  'turn.previewPurge': query(
    'What purging turns of the bin would remove for good, and what would stay.',
    z.strictObject({ which: whichTurns }),
    z.object({
      turns: count,
      examples: z
        .array(z.object({ id: turnId, text: z.string().describe('Its last summary, else its number') }))
        .describe('The first five'),
      refused: count.describe('Of the ids: not in the bin, or not there; nothing of them is removed'),
      rows: removedOfTurns.describe('Rows that are removed or emptied, by table'),
      stays: said.stays,
      backups: said.backups,
      digest: z.string().describe('Stands for exactly these turns; turn.purge asks for it'),
    }),
  ),
  'turn.purge': command(
    'Remove turns of the bin for good: their texts leave the file, its log and the search. Cannot be undone.',
    z.strictObject({ which: whichTurns, digest: z.string().min(1).max(64).describe('From turn.previewPurge') }),
    z.object({
      purged: count.describe('Turns that were restored after the preview was confirmed are left out'),
      rows: removedOfTurns,
      backups: said.backups,
      isErased: said.isErased,
      operationId: operationId
        .nullable()
        .describe('The entry that says that there were such turns; null when there were none'),
    }),
  ),
  'session.previewPurge': query(
    'What purging sessions of the bin would remove for good, and what would stay: of each its episode, and all its attempts and ' +
      'turns, if these are in the bin, too.',
    z.strictObject({ which: whichSessions }),
    z.object({
      sessions: count,
      unrecorded: z
        .object({ sessions: count, attempts: count, turns: count })
        .describe('Of these, those without an episode, and their attempts and turns'),
      examples: z.array(z.object({ id: sessionId, task: z.string() })).describe('The first five'),
      refused: count.describe('Of the ids: not in the bin as a whole, or not there; nothing of them is removed'),
      rows: removedOfSessions.describe('Rows that are removed or emptied, by table'),
      stays: said.stays,
      backups: said.backups,
      digest: z.string().describe('Stands for exactly these episodes, attempts and turns; session.purge asks for it'),
    }),
  ),
  'session.purge': command(
    'Remove sessions of the bin for good, with and without an episode: what session.previewPurge says leaves the file, its log, the search and the causal graph. The sessions themselves stay, with their lessons. Cannot be undone.',
    z.strictObject({ which: whichSessions, digest: z.string().min(1).max(64).describe('From session.previewPurge') }),
    z.object({
      purged: count.describe(
        'Sessions. One without an episode of which an attempt or a turn was restored or added after the preview was confirmed keeps that and its goal, and is left out; so is one whose episode was restored',
      ),
      rows: removedOfSessions,
      backups: said.backups,
      isErased: said.isErased,
      operationId: operationId
        .nullable()
        .describe('The entry that says that there were such records; null when there were none'),
    }),
  ),
};
