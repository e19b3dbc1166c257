/** @type {(tool: string, input: object) => import('@twicewise/agent').ToolCall} */
const call = (tool, input) => ({ id: crypto.randomUUID(), tool, input });
/** @type {(continueThinking: boolean, reason: string) => import('@twicewise/agent').ToolCall} */
const decide = (continueThinking, reason) => call('continue_thinking', { continueThinking, reason });

/** What a scripted model says: thoughts, actions and summaries, each in their order. */
const THOUGHTS = [
  {
    text: 'The report runs through two files. I do not know yet which of them is slow.',
    calls: [decide(true, 'no measurement yet')],
  },
  { text: 'The log says where the time goes, so I read it first.', calls: [decide(false, 'ready')] },
  { text: 'Most of the time is spent in totals. I read that file.', calls: [decide(false, 'ready')] },
  {
    text: 'totals() looks up each customer. How many orders did the log name?',
    calls: [call('recall_context', { turnNumbers: [1] }), decide(true, 'the number matters')],
  },
  { text: 'Ten thousand orders, each with a look through the whole list.', calls: [decide(false, 'clear')] },
];
const ACTIONS = [
  { text: 'I read the log.', calls: [call('read_file', { path: 'report.log' })] },
  { text: 'I read totals.js.', calls: [call('read_file', { path: 'totals.js' })] },
  {
    text: 'totals() searches the list of customers once for each order. A Map by id makes it one look-up each.',
    calls: [],
  },
];
const SUMMARIES = [
  ['Read report.log: 41 of 43 seconds are spent in totals().', ['10,000 orders', 'totals() takes 41 s']],
  ['Read totals.js: customers.find() runs for each order.', ['totals.js line 3', 'find() in a loop']],
  ['Named the cause and the mend: a Map of customers by id.', ['Map instead of find()']],
].map(([summary, insights]) => ({ text: JSON.stringify({ summary, insights }), calls: [] }));

/**
 * A model that plays its part in this example, and asks nobody.
 * @returns {import('@twicewise/agent').Model}
 */
export function scripted() {
  const lines = { thought: [...THOUGHTS], action: [...ACTIONS], summary: [...SUMMARIES] };
  return async (messages, { tools = [] } = {}) => {
    const isThinking = tools.some(({ name }) => name === 'continue_thinking');
    const kind = isThinking ? 'thought' : messages[0]?.text.startsWith('You sum up') ? 'summary' : 'action';
    const { text, calls } = lines[kind].shift() ?? { text: 'I am done.', calls: [] };
    return { text, calls, inputTokens: null, outputTokens: null };
  };
}
