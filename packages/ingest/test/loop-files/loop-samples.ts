// Files of loops as their programs write them, made up for tests.

/** The record of an iteration, with a value in each field of the published schema. */
export const RECORD = {
  loop_id: 'ralph-round-prices-2026-03-02',
  iteration: 2,
  timestamp: '2026-03-02T10:30:00Z',
  task_description: 'Round prices half up',
  actor_output: {
    actions: [
      {
        type: 'code_modification',
        description: 'Round before the tax is added',
        file_path: 'src/price.ts',
        changes: { additions: 4, deletions: 1, diff: '-Math.floor(x)\n+Math.round(x)' },
        timestamp: '2026-03-02T10:20:00Z',
      },
      { type: 'test_execution', description: 'Ran the tests', command: 'npm test', timestamp: '2026-03-02T10:28:00Z' },
    ],
    rationale: 'The sum was off by a cent',
    strategy: 'Round each row, then add up',
    files_modified: ['src/price.ts'],
    total_changes: { files_changed: 1, lines_added: 4, lines_deleted: 1 },
  },
  evaluator_output: {
    passed: false,
    verification_type: 'unit_tests',
    results: [
      {
        tool: 'npm test',
        status: 'fail',
        exit_code: 1,
        stdout: 'Tests: 2 failed, 5 passed',
        stderr: 'AssertionError: expected 10.01 to be 10.02',
        duration_ms: 2340,
      },
    ],
    errors: [
      {
        type: 'test_failure',
        message: 'expected 10.01 to be 10.02',
        file: 'test/price.test.ts',
        line: 34,
        column: 7,
        stack_trace: 'AssertionError\n    at price.test.ts:34:7',
        severity: 'error',
        rule: 'adds up',
      },
    ],
    reward_signal: 0.35,
    metrics: {
      tests_passed: 5,
      tests_failed: 2,
      tests_total: 7,
      coverage_percentage: 71.5,
      lint_errors: 0,
      lint_warnings: 3,
      type_errors: 1,
    },
  },
  self_reflection: {
    reflection_text: 'I rounded twice: once per row and once more for the sum.',
    credit_assignment: {
      failing_action_indices: [0],
      root_cause: 'Rounding happens in two places',
      failure_category: 'logic_error',
    },
    causal_reasoning: 'Each row lost half a cent, and the sum was cut again.',
    actionable_insights: ['Round once, at the end'],
    lessons_learned: ['Keep money in whole cents'],
    confidence: 0.8,
    related_reflections: [0, 1],
  },
  memory_metadata: {
    omega_capacity: 3,
    current_memory_size: 3,
    reflections_in_context: [0, 1, 2],
    window_policy: 'fifo',
    total_reflections_generated: 3,
  },
  context_injected: true,
  previous_reflections_used: [0, 1],
  performance_delta: { reward_change: 0.1, error_count_change: -1, is_improvement: true },
  notes: 'Second try',
  reviewed_by: { name: 'nobody yet' },
};

const camelCase = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The same file as a program writes it that spells keys in the other way. */
export function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [camelCase(key), inCamelCase(item)]));
}

/** The state of a loop, with fields that only its writer knows. */
export const STATE = {
  id: 'ralph-checkout-2026-03-01',
  task: 'Bring the checkout to green',
  completion_criteria: ['All tests pass', 'No open comments'],
  max_iterations: 10,
  current_iteration: 2,
  status: 'completed',
  started_at: '2026-03-01T09:00:00Z',
  completed_at: '2026-03-01T11:30:00Z',
  learnings: ['The cart is built twice', 'Seed the clock in tests'],
  metrics: { files_created: 3, phase_1: { commit: 'abc1234' } },
  deliverables: { '#12-core': { files: ['src/cart.ts'] } },
  iterations: [
    {
      number: 1,
      action: 'Split the cart from the session',
      result: 'Four tests fail',
      status: 'failed',
      filesModified: ['src/cart.ts', 'src/session.ts'],
      learnings: 'The session holds a copy',
      started_at: '2026-03-01T09:05:00Z',
      completed_at: '2026-03-01T10:00:00Z',
    },
    {
      number: 2,
      description: 'Drop the copy',
      notes: 'All green',
      status: 'completed',
      criteria_status: { 'All tests pass': 'yes' },
    },
  ],
};
