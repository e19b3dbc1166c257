import {
  type CausalEdge,
  type CausalRelation,
  type EvidenceBasis,
  FEWEST_OUTCOMES,
  type Rate,
} from '@twicewise/contract';
import { percent } from './insights.ts';
import { count, plural } from './numbers.ts';

const relations: Record<CausalRelation, string> = {
  causes: 'leads to',
  enables: 'makes possible',
  prevents: 'prevents',
  correlates: 'goes along with',
  precedes: 'comes before',
};

/** The same relations, seen from the other end. */
const relationsBack: Record<CausalRelation, string> = {
  causes: 'comes of',
  enables: 'was made possible by',
  prevents: 'is prevented by',
  correlates: 'goes along with',
  precedes: 'comes after',
};

const bases: Record<EvidenceBasis, string> = {
  asserted_by_human: 'said by a person',
  asserted_by_agent: 'said by an agent',
  textual: 'stated in a text',
  statistical: 'counted',
  temporal: 'order in time',
};

const edges = (value: number) => plural(value, 'edge', 'edges');
const nodes = (value: number) => plural(value, 'node', 'nodes');

/** A kind in readable form: agents name new kinds like fields. */
const spoken = (kind: string) => kind.replaceAll('_', ' ');

/** Texts of the screen Causes. */
export const causes = {
  title: 'Causes',
  relations,
  relationsBack,
  bases,
  loading: 'Reading the causes…',
  failed: 'The causes could not be read.',
  weight: (value: number) => value.toFixed(2),
  /** Order in time has a number that is not the weight of a cause. */
  weightOf: ({ relation, weight }: Pick<CausalEdge, 'relation' | 'weight'>) =>
    relation === 'precedes' ? '–' : weight.toFixed(2),
  kind: spoken,
  kinds: {
    label: 'Its kind',
    names: ['event', 'decision', 'error', 'milestone', 'test', 'commit'],
  },
  list: {
    label: 'Nodes',
    search: 'Find a decision, an error, an event',
    total: (value: number, hasMore: boolean) =>
      hasMore ? `${nodes(value)}; what was met once, long ago, is found by its words` : nodes(value),
    found: (value: number) => `${count(value)} found`,
    more: 'Show more',
    none: 'Nothing here says that.',
    noneHint: 'Other words may find it; or take the project away in the rail.',
    back: 'All nodes',
    facts: (episodes: number, before: number, after: number) =>
      [
        plural(episodes, 'session', 'sessions'),
        before + after === 0
          ? 'no cause or effect'
          : `${plural(before, 'cause', 'causes')}, ${plural(after, 'effect', 'effects')}`,
      ].join(' · '),
  },
  success: (rate: Rate) => {
    const { value, n, low, high } = rate;
    if (value === null || low === null || high === null) return 'no known outcome';
    const of = `${count(Math.round(value * n))} of ${count(n)} succeeded`;
    if (n < FEWEST_OUTCOMES) return `${of}: too little known`;
    return `${of} (95 % interval ${Math.round(low * 100)}–${percent(high)})`;
  },
  empty: {
    title: 'Nothing is tied to anything yet',
    nothing: 'Nothing is known yet',
    text: 'Agents and people say what led to what: which effect a decision had, or what caused an error.',
    counted: (known: number, order: boolean) =>
      `${nodes(known)} ${known === 1 ? 'is' : 'are'} known from sessions, and none of them is said to have led to another.${
        order
          ? ' Past sessions that were imported say what came after what; that is order in time, no cause, and not drawn as one.'
          : ''
      }`,
    patterns: 'Patterns of what was done',
    begin: 'Import past sessions or let agents record theirs; then you can say it too.',
    say: 'Choose a node and say what it leads to; or let agents record sessions with effects and causes.',
    filtered: 'No edge passes these filters.',
    alone: 'Nothing is said to have led to it, or to come of it.',
    aloneHint: 'Say what it leads to, if you know; it is one voice, and can be taken back.',
    order: 'Show order in time',
  },
  map: {
    label: 'Map',
    text: (shown: number, tied: number, middle: string | null) =>
      `Map of ${nodes(shown)} and ${edges(tied)}${middle ? ` around “${middle}”` : ''}. The table below says the same.`,
    keys: 'Right and left go along edges to effects and causes, up and down to the next one beside it. Enter unfolds, Escape goes back.',
    shown: (shown: number, total: number) => (shown === total ? nodes(shown) : `${count(shown)} of ${nodes(total)}`),
    isolated: (total: number, isolated: number, tied: number) =>
      isolated === 0
        ? `${nodes(total)}, ${edges(tied)}`
        : `${nodes(total)}, ${isolated === total ? 'all' : count(isolated)} of them tied to nothing and not drawn`,
    beyond: (value: number) => `${count(value)} more are not drawn`,
    loading: 'Drawing the map…',
    failed: 'The map could not be drawn; the table says the same.',
    fit: 'Fit',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    focus: 'To what is chosen',
    tidy: 'Arrange anew',
    title: (shown: number, tied: number) => `Map of ${nodes(shown)} and ${edges(tied)}`,
    save: 'Save as',
    saveAs: (kind: string) => `Save as ${kind}`,
    legend: 'Legend',
    hidden: (value: number) => `Bring back ${count(value)} hidden`,
    middle: 'The most connected',
  },
  at: (label: string, kind: string) => `${spoken(kind)}: ${label}`,
  via: (relation: string, weight: string) => (weight === '–' ? relation : `${relation}, weight ${weight}`),
  disputed: 'disputed',
  nobody: 'nobody any more',
  notDirected: 'without direction',
  table: {
    label: 'What the map shows, as a table',
    what: 'Table of',
    edges: (value: number) => edges(value),
    nodes: (value: number) => nodes(value),
    columns: {
      from: 'From',
      relation: 'Relation',
      to: 'To',
      weight: 'Weight',
      known: 'Known by',
      node: 'Node',
      kind: 'Kind',
      causes: 'Causes',
      effects: 'Effects',
      sessions: 'Sessions',
    },
    edge: (from: string, relation: string, to: string) => `${from} ${relation} ${to}`,
    more: (value: number) => `Show ${count(value)} more`,
    none: 'No edge is on the map.',
  },
  node: {
    label: 'Node',
    outcomes: 'How it turned out',
    defaulted: (value: number) => `${count(value)} only assumed by default and not counted`,
    expand: 'Unfold',
    fold: 'Fold',
    middle: 'Make it the middle',
    hide: 'Take off the map',
    why: 'Why?',
    path: 'Path from here…',
    whatif: 'What if…',
    similar: 'Similar decisions',
    before: (value: number) => `What led to it: ${count(value)}`,
    after: (value: number) => `What came of it: ${count(value)}`,
    along: (value: number) => `What goes along with it: ${count(value)}`,
    order: (value: number) => `Order in time, no cause: ${count(value)}`,
    notAll: (shown: number, all: number) => `The first ${count(shown)} of ${edges(all)}.`,
    sessions: (value: number) => `Sessions that have it: ${count(value)}`,
    gone: 'It is no longer there: nothing speaks of it any more.',
    inactive: 'Met once and long ago, and tied to nothing: left out of lists.',
    noEdges: 'Nothing is known.',
  },
  edge: {
    label: 'Edge',
    title: 'How it is known',
    weight: 'Weight',
    meaning: (supports: number, disputes: number) =>
      `${plural(supports, 'voice', 'voices')} for it, ${count(disputes)} against. One word of a person is 0.50, one of an agent 0.38; each further voice adds less, and no weight reaches 1.`,
    orderTitle: 'Order in time',
    order: 'It is no cause: it supports none, and no chain goes over it.',
    disputed: 'Disputed: no answer uses it while that stands.',
    together: ({ value, n, low, high }: Rate) =>
      value === null || low === null || high === null
        ? ''
        : `Of ${plural(n, 'session', 'sessions')} with the first, ${count(Math.round(value * n))} ${value * n === 1 ? 'has' : 'have'} both${
            n < FEWEST_OUTCOMES ? ': too few to tell' : ` (95 % interval ${Math.round(low * 100)}–${percent(high)})`
          }.`,
    voices: (value: number) => plural(value, 'voice', 'voices'),
    notAll: (shown: number, all: number) => `The strongest ${count(shown)} of ${plural(all, 'voice', 'voices')}.`,
    stance: { supports: 'for it', disputes: 'against it' },
    strength: (value: number) => `adds ${value}`,
    session: 'Session',
    retract: 'Take it back',
    retracted: 'Taken back',
    agree: 'Say that it is so',
    dispute: 'Dispute it',
    note: 'What shows it',
    noteAgainst: 'What shows that it is not so',
    agreed: 'Said that it is so',
    disputing: 'Disputed',
    gone: 'It is no longer there: nothing speaks of it any more.',
  },
  claim: {
    open: 'Say what it leads to…',
    title: 'What it leads to',
    relation: 'It',
    other: 'What',
    otherHint: 'Words of something known, or of something new',
    isNew: 'As something new, of the kind',
    done: 'Claimed',
    run: 'Claim it',
    needsNote: 'Say what shows it.',
    needsOther: 'Say what it leads to.',
  },
  filters: {
    label: 'Filters of the map',
    relations: 'Relations',
    bases: 'Known by',
    weight: 'Weight from',
    any: 'any',
    since: 'Since',
    until: 'Before',
    clear: 'Clear filters',
    some: (names: string) => names,
    all: 'all',
    usual: 'all but time',
  },
  questions: {
    label: 'Show',
    map: 'Map',
    why: 'Why?',
    path: 'Path',
    whatif: 'What if?',
    similar: 'Similar decisions',
    deadends: 'Dead ends',
    patterns: 'Patterns',
    ask: 'Ask',
    use: 'Use what is chosen',
    change: 'Another',
    asked: 'Asking…',
    failed: 'The question could not be answered.',
    unlike: (words: string) => `Nothing here is like “${words}”.`,
    meant: (label: string, kind: string) => `Taken as the ${spoken(kind)} “${label}”.`,
    others: 'It may also mean:',
    strength: (value: number) => `strength ${value.toFixed(2)}`,
    chain: (index: number) => `Chain ${index}`,
    incomplete: 'There were too many ways to look at all of them; these are the strongest that were found.',
    whyText:
      'Chains of causes back to where they begin, the strongest first. No chain goes over order in time or what is disputed.',
    whySubject: 'Of what',
    whyNone: 'Nothing is known to have led to it.',
    before: 'What came before it in its session, the last first. That is order in time, and no cause.',
    pathText: 'How one thing led to another, the strongest chains first.',
    pathFrom: 'From',
    pathTo: 'To',
    pathNone: 'No chain of causes is known between them.',
    inOrder: (first: string) => `One session has both, and “${first}” came first. That is order in time, and no cause.`,
    whatifText:
      'Nothing is simulated: it sets beside each other how the decision turned out, and how similar decisions did that chose something like the alternative.',
    whatifSubject: 'The decision',
    whatifTo: 'What would have been chosen',
    actual: 'As it was decided',
    alternative: 'The alternative',
    cases: (value: number) => plural(value, 'known case', 'known cases'),
    fewCases: 'On so few cases nothing can be said.',
    loses: 'What would lose a cause',
    otherCauses: (value: number) =>
      value === 0 ? 'no other cause on record' : `${plural(value, 'other cause', 'other causes')} on record`,
    gains: 'What followed the alternative',
    noneSo: 'None on record.',
    similarText:
      'Decisions that were about something like it, the most alike first: what was chosen, why, and how it turned out.',
    similarSubject: 'What is to be decided',
    similarNone: 'No decision about anything like it is recorded.',
    notOnRecord: 'Not on record',
    nearest: 'No decision is known to be about just this. These are the nearest, which may be about something else.',
    context: 'To decide',
    because: 'Why',
    besides: 'Instead of',
    turnedOut: 'Turned out',
    ofSession: 'its session',
    draft: 'draft, not reviewed',
    deadendsText: 'What was tried for such a task and did not work, with what showed it and what worked instead.',
    deadendsSubject: 'The task',
    deadendsNone: 'No dead end is known for it.',
    shownBy: 'Shown by',
    nobodySaid: 'nobody said what showed it',
    instead: 'Instead',
    elsewhere: (value: number) => `The same choice succeeded in ${plural(value, 'other session', 'other sessions')}.`,
    lesson: 'Its lesson',
    session: 'Its session',
  },
};
