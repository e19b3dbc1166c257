/** A part of the product that must be correct, and the tests that prove it. */
export interface MutatedModule {
  /** Globs of its sources, relative to the checkout. */
  sources: readonly string[];
  /**
   * Globs of the test files that run against each change, the quickest first: once one of them notices a change, the others are
   * not run for it.
   */
  tests: readonly string[];
}

const inFolder = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}.ts`);

const SEARCH = [
  'relevance',
  'fusion',
  'ranking',
  'query',
  'query-plan',
  'scoring',
  'proximity',
  'priors',
  'candidates',
];
/** What is computed of attempts, without what records and lists them. */
const ATTEMPTS = [
  'reward',
  'window',
  'quality',
  'improvement',
  'way-out',
  'task-identity',
  'repeated-statements',
  'back-and-forth',
  'stuck',
];
const CAUSES = ['weight', 'identity', 'outlook', 'contribution', 'graph', 'view', 'walk', 'causal-index'];

/**
 * The modules that `npm run check:mutation` accepts, the most important first. Tests that start a process do not see a changed
 * source, and tests of time mostly measure the marks that the tool adds; so neither are listed here.
 */
export const MODULES: Readonly<Record<string, MutatedModule>> = {
  redaction: {
    sources: ['packages/redaction/src/*.ts'],
    tests: [
      'packages/redaction/test/{gate,clean-cut,identity,repeats}.test.ts',
      'packages/redaction/test/{private-key,key-in-list,plausible,personal,rules,library,looks}.test.ts',
      'packages/redaction/test/{context-rules,vendor-context,token-formats}.test.ts',
      'packages/core/test/redaction-{record,requests}.test.ts',
      ...inFolder('packages/redaction/test', ['redaction.test', 'vendor-tokens.test']),
    ],
  },
  retrieval: {
    sources: inFolder('packages/search/src', SEARCH),
    tests: [
      'packages/search/test/{relevance,scoring,query-plan,proximity,candidates,parse-query,rank}.test.ts',
      'packages/core/test/vectors/fusion.test.ts',
      ...inFolder('packages/search/test', ['query.test', 'nearness.test', 'explain.test', 'ranking.test']),
    ],
  },
  'episode-files': {
    sources: ['packages/ingest/src/episode-files/*.ts', 'packages/ingest/src/episodes/*.ts'],
    tests: [
      'packages/ingest/test/{episode-files,fit,unfit}.test.ts',
      ...inFolder('packages/core/test/sessions/episodes', [
        'links.test',
        'adr038-beside.test',
        'adr038.test',
        'episodes.test',
      ]),
    ],
  },
  'graph-files': {
    sources: ['packages/core/src/causes/graph-file/*.ts'],
    tests: inFolder('packages/core/test/causes', [
      'graph-parse.test',
      'graph-details.test',
      'graph-said.test',
      'graph-fields.test',
      'graph-import.test',
      'graph-export.test',
    ]),
  },
  causes: {
    sources: inFolder('packages/core/src/causes', CAUSES),
    tests: inFolder('packages/core/test/causes', [
      'weight.test',
      'contribution.test',
      'graph.test',
      'outlook.test',
      'view.test',
      'chains-order.test',
      'causal-index.test',
      'walk.test',
      'reasons.test',
      'claims.test',
      'answers.test',
    ]),
  },
  undo: {
    sources: ['packages/core/src/undo/*.ts'],
    tests: [
      ...inFolder('packages/core/test/undo', [
        'kept.test',
        'undo-answers.test',
        'undo-many.test',
        'job-undo.test',
        'operations-log.test',
      ]),
      'packages/core/test/{settings/views,briefing/use,runtime/person-only,damaged-records,projects/merge-projects}.test.ts',
      'packages/core/test/bundles/interrupted.test.ts',
      ...inFolder('packages/core/test/undo', ['job-undo-histories.test', 'undo-histories.test']),
    ],
  },
  purge: {
    sources: ['packages/core/src/purge/*.ts'],
    tests: inFolder('packages/core/test', [
      'purge/words-told.test',
      'purge/purge-attempts.test',
      'purge/preview.test',
      'purge/purge-beside-jobs.test',
      'purge/summaries.test',
      'purge/purge-sessions.test',
      'purge/purge-episodes.test',
      'purge/purge-session-bin.test',
      'briefing/told-texts.test',
      'purge/purge.test',
    ]),
  },
  bundles: {
    sources: ['packages/core/src/bundles/*.ts'],
    tests: [
      ...inFolder('packages/core/test/bundles', [
        'record-lines.test',
        'write-bundle.test',
        'rules.test',
        'archive.test',
        'survey.test',
        'target.test',
        'later-parents.test',
        'two-into-one.test',
        'import.test',
        'attempts.test',
        'places.test',
        'export.test',
        'export-sessions.test',
      ]),
      'packages/core/test/{turns/kept,turns/pruning,runtime/person-only}.test.ts',
      ...inFolder('packages/core/test/bundles', ['merge.test', 'round-trip.test', 'hostile.test', 'interrupted.test']),
    ],
  },
  attempts: {
    sources: [...inFolder('packages/core/src/attempts', ATTEMPTS), 'packages/ingest/src/transcripts/attempts/*.ts'],
    tests: [
      ...inFolder('packages/ingest/test/transcripts', [
        'follow-up.test',
        'checks.test',
        'changes.test',
        'repeats.test',
        'attempt-edges.test',
        'attempts.test',
      ]),
      ...inFolder('packages/core/test/attempts', [
        'task-identity.test',
        'compared.test',
        'way-out.test',
        'reward.test',
        'quality.test',
        'analyse.test',
        'window-edges.test',
        'window.test',
      ]),
    ],
  },
  'loop-files': {
    sources: ['packages/ingest/src/loop-files/*.ts'],
    tests: [
      'packages/ingest/test/loop-files/*.test.ts',
      ...inFolder('packages/core/test/imports', ['bad-loop-files.test', 'import-loops.test']),
    ],
  },
  codecs: {
    sources: ['packages/store/src/tables/*.ts', 'packages/store/src/sql/{cursor,json-cell}.ts'],
    tests: [
      ...inFolder('packages/store/test', ['codecs.test', 'tables.test', 'records.test']),
      ...inFolder('packages/core/test', ['cursors.test', 'answer-bytes.test']),
      'packages/store/test/damage.test.ts',
    ],
  },
};

/** A module by which the check tests itself: of its six changes three are noticed, one is not, and two are never run. */
export const CONTROL: MutatedModule = { sources: ['control/sum.ts'], tests: ['control/sum.test.ts'] };
