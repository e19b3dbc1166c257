/** A part of the product that must not be wrong, and the tests that prove it. */
export interface MutatedModule {
  /** Globs of its sources, from the root of the checkout. */
  sources: readonly string[];
  /**
   * Globs of the test files that run against each change of them, the quickest first: a change that one of them notices is
   * not tried on the rest.
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
const CAUSES = ['weight', 'identity', 'outlook', 'contribution', 'graph', 'view', 'walk', 'causal-index'];

/**
 * What `npm run check:mutation` can be asked for, the most important first. Tests that start a process see nothing of a
 * changed source, and tests of time see mostly the marks that the tool puts into it: neither belongs here.
 */
export const MODULES: Readonly<Record<string, MutatedModule>> = {
  redaction: {
    sources: ['packages/redaction/src/*.ts'],
    tests: [
      'packages/redaction/test/{repeats,plausible}.test.ts',
      'packages/core/test/redaction-{record,requests}.test.ts',
      ...inFolder('packages/redaction/test', ['redaction.test', 'vendor-tokens.test']),
    ],
  },
  retrieval: {
    sources: inFolder('packages/search/src', SEARCH),
    tests: [
      ...inFolder('packages/search/test', ['relevance.test', 'scoring.test']),
      'packages/core/test/vectors/fusion.test.ts',
      ...inFolder('packages/search/test', ['query.test', 'nearness.test', 'explain.test', 'ranking.test']),
    ],
  },
  'episode-files': {
    sources: ['packages/ingest/src/episode-files/*.ts', 'packages/ingest/src/episodes/*.ts'],
    tests: [
      'packages/ingest/test/episode-files.test.ts',
      ...inFolder('packages/core/test/sessions/episodes', ['adr038-beside.test', 'adr038.test', 'episodes.test']),
    ],
  },
  'graph-files': {
    sources: ['packages/core/src/causes/graph-file/*.ts'],
    tests: ['packages/core/test/causes/graph-*.test.ts'],
  },
  causes: {
    sources: inFolder('packages/core/src/causes', CAUSES),
    tests: inFolder('packages/core/test/causes', [
      'weight.test',
      'graph.test',
      'walk.test',
      'reasons.test',
      'claims.test',
      'answers.test',
    ]),
  },
  undo: {
    sources: ['packages/core/src/undo/*.ts'],
    tests: inFolder('packages/core/test/undo', [
      'undo-many.test',
      'operations-log.test',
      'job-undo.test',
      'undo-histories.test',
      'job-undo-histories.test',
    ]),
  },
  bundles: {
    sources: ['packages/core/src/bundles/*.ts'],
    tests: inFolder('packages/core/test/bundles', [
      'target.test',
      'two-into-one.test',
      'merge.test',
      'round-trip.test',
      'hostile.test',
      'interrupted.test',
    ]),
  },
  codecs: {
    sources: ['packages/store/src/tables/*.ts', 'packages/store/src/{cursor,json-cell,row-hash}.ts'],
    tests: inFolder('packages/store/test', ['tables.test', 'records.test', 'damage.test']),
  },
};

/** The module with which the check proves itself: of its six changes three are noticed, one is not, and two are never run. */
export const CONTROL: MutatedModule = { sources: ['control/sum.ts'], tests: ['control/sum.test.ts'] };
