import type { Reflection } from '@twicewise/contract';
import { getReflection, hasAccount, recordAgentCall, reflectionByNativeId, tieExposures } from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';
import { resolvePlace } from '../../runtime/references.ts';
import type { SampleAnswer } from './answers.ts';
import { SAMPLE_CLAIMS, SAMPLE_VERDICTS, sampleAnswers, sampleProjectOf } from './index.ts';

// What agents of the sample were shown, and what they said of it. The account belongs to the source of the sample and goes with it
// (docs/adr/0058), unlike that of what happened here (ADR 10).

/** The ids of the sample's records in this memory. */
interface Known {
  sourceId: string;
  projectOf: (name: string) => string;
  /** Null for a lesson that was removed. */
  lessonOf: (project: string, nativeId: string) => string | null;
  tell: TellSample;
}

function knownIn(context: WriteContext, tell: TellSample): Known | null {
  const { db } = context;
  const projectOf = (name: string) =>
    resolvePlace(context, { projectId: name }, { agent: null, startedAt: context.at }).project.id;
  const lessonOf = (project: string, nativeId: string) => reflectionByNativeId(db, projectOf(project), nativeId);
  const [first] = SAMPLE_VERDICTS;
  const some = first && lessonOf(sampleProjectOf(first.sessionId), first.lesson);
  const sourceId = some ? (getReflection(db, some)?.sourceId ?? null) : null;
  return sourceId === null ? null : { sourceId, projectOf, lessonOf, tell };
}

/** Makes the text that an agent is given with an answer, and counts each lesson in it; `at` is milliseconds since 1970. */
export type TellSample = (
  asked: Pick<SampleAnswer, 'operation' | 'trigger'> & { at: number },
  lessons: readonly { reflection: Reflection; rank: number; score: number }[],
) => { text: string; tokens: number; tokensOf: ReadonlyMap<string, number> };

/** Writes one answer as it would have been accounted for, and whether all its lessons are there. */
function writeAnswer(context: WriteContext, answer: SampleAnswer, known: Known): void {
  const { sessionId, agent, at, before: _before, used: _used, ...asked } = answer;
  const shown = answer.lessons.flatMap(({ lesson, ...rest }) => {
    const id = known.lessonOf(answer.projectId, lesson);
    const reflection = id === null ? null : getReflection(context.db, id);
    return reflection ? [{ reflection, ...rest }] : [];
  });
  const { text, tokens, tokensOf } = known.tell({ ...asked, at: Date.parse(at) }, shown);
  const lessons = shown.map(({ reflection: { id }, ...rest }) => {
    return { reflectionId: id, ...rest, tokens: tokensOf.get(id) ?? null };
  });
  const told = { form: 'text' as const, text, length: text.length };
  const place = { projectId: known.projectOf(answer.projectId), sessionRef: sessionId, client: agent };
  const ids = lessons.map(() => context.newId('exposure'));
  recordAgentCall(context.db, { ...asked, ...place, lessons, tokens, told, sourceId: known.sourceId }, ids, at);
  for (const { reflectionId } of lessons) context.touch('exposure', reflectionId);
}

function writeAnswers(context: WriteContext, now: number, known: Known): void {
  for (const answers of Map.groupBy(sampleAnswers(now), ({ before }) => before.lesson).values()) {
    for (const answer of answers) writeAnswer(context, answer, known);
    const [first] = answers;
    if (first === undefined) continue;
    const { projectId, sessionId, agent, before } = first;
    const reflectionId = known.lessonOf(projectId, before.lesson);
    if (reflectionId === null) continue;
    const used = answers.flatMap((answer) => answer.used.flatMap((lesson) => known.lessonOf(projectId, lesson) ?? []));
    const refs = { projectId: known.projectOf(projectId), sessionRefs: [sessionId], client: agent };
    tieExposures(context.db, context.newId, { reflectionId, ...refs, used: [...new Set(used)], at: before.at });
  }
}

const HOUR = 3_600_000;
const ago = (now: number, hours: number) => new Date(now - hours * HOUR).toISOString();

function writeClaims(context: WriteContext, now: number, { sourceId, projectOf }: Known): void {
  for (const { projectId, agent, hoursAgo, from, to, ...said } of SAMPLE_CLAIMS) {
    const id = context.newId('claim');
    context.record.create('claim', id, {
      id,
      projectId: projectOf(projectId),
      sessionId: null,
      sourceId,
      sourcePointer: null,
      ...said,
      fromKind: from.kind,
      fromText: from.text,
      toKind: to.kind,
      toText: to.text,
      basis: 'asserted_by_agent',
      authorKind: 'agent',
      authorName: agent,
      createdAt: ago(now, hoursAgo),
      updatedAt: ago(now, hoursAgo),
      extra: {},
      deletedAt: null,
    });
  }
}

function writeVerdicts(context: WriteContext, now: number, { lessonOf }: Known): void {
  for (const { lesson, agent, sessionId, hoursAgo, ...said } of SAMPLE_VERDICTS) {
    const reflectionId = lessonOf(sampleProjectOf(sessionId), lesson);
    if (reflectionId === null) continue;
    const id = context.newId('feedback');
    context.record.create('feedback', id, {
      id,
      exposureId: null,
      reflectionId,
      ...said,
      authorKind: 'agent',
      authorName: agent,
      sessionRef: sessionId,
      at: ago(now, hoursAgo),
    });
  }
}

/** Writes what agents were shown and what they said. Does nothing where that is there already. */
export function writeSampleAccount(context: WriteContext, now: number, tell: TellSample): void {
  const known = knownIn(context, tell);
  if (known === null || hasAccount(context.db, known.sourceId)) return;
  writeAnswers(context, now, known);
  writeClaims(context, now, known);
  writeVerdicts(context, now, known);
}
