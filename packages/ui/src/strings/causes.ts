import { type CausalEdge, type CausalNode, type CausalRelation, FEWEST_OUTCOMES, type Rate } from '@twicewise/contract';
import { count, named, percent, plural } from './numbers.ts';
import { sharedCauses } from './shared-causes.ts';
import { strengthText, voiceText, weakestText, weightText } from './weights.ts';

/** The same relations, seen from the other end. */
const relationsBack: Record<CausalRelation, string> = {
  causes: 'was caused by',
  enables: 'was made possible by',
  prevents: 'is prevented by',
  correlates: 'goes along with',
  precedes: 'came after',
};

/** A number of edges, and of disputed ones beside them. */
const counted = (value: number, disputed: number) =>
  disputed === 0 ? count(value) : `${count(value)}, ${count(disputed)} disputed`;

const listed = (parts: readonly (string | 0)[]) => parts.filter(Boolean).join(', ');

/** A number of edges behind a word, and of disputed ones; nothing where there are none. */
const told = (word: string, value: number, disputed: number) =>
  listed([value && `${word} ${count(value)}`, disputed && `${word} ${count(disputed)} disputed`]);

const prevents = (node: CausalNode) => told('prevents', node.prevents, node.disputedPrevents);
const preventedBy = (node: CausalNode) => told('prevented by', node.preventedBy, node.disputedPreventedBy);

/** How many causes and effects a node has, how many that are disputed, and what it prevents; nothing where it has none. */
const tiesText = (node: CausalNode) =>
  listed([
    node.causes && plural(node.causes, 'cause', 'causes'),
    node.effects && plural(node.effects, 'effect', 'effects'),
    node.disputedCauses && plural(node.disputedCauses, 'disputed cause', 'disputed causes'),
    node.disputedEffects && plural(node.disputedEffects, 'disputed effect', 'disputed effects'),
    prevents(node),
    preventedBy(node),
  ]);

const NO_TIES = 'no cause or effect';

const edges = (value: number) => plural(value, 'edge', 'edges');
const nodes = (value: number) => plural(value, 'node', 'nodes');

/** An edge as a sentence. */
const edgeText = (from: string, relation: string, to: string) => `${from} ${relation} ${to}`;

/** Texts of the screen Causes. */
export const causes = {
  title: 'Causes',
  relations: sharedCauses.relations,
  relationsBack,
  bases: sharedCauses.bases,
  loading: 'Loading causes…',
  failed: 'Could not load causes.',
  weight: weightText,
  strength: strengthText,
  weakest: weakestText,
  /** Order in time has a number that is not the weight of a cause. */
  weightOf: ({ relation, weight }: Pick<CausalEdge, 'relation' | 'weight'>) =>
    relation === 'precedes' ? '–' : weightText(weight),
  kind: sharedCauses.kind,
  node: {
    ...sharedCauses.onNode,
    label: 'Node',
    more: 'More',
    onMap: 'Show on the map',
    /** Only a decision has an outcome of its own; anything else is counted by the sessions that met it. */
    outcomes: (kind: string) => (kind === 'decision' ? 'Outcome' : 'Outcome of its sessions'),
    defaulted: (value: number) => `${count(value)} that nobody stated, not counted`,
    before: (value: number, disputed: number) => `Causes: ${counted(value, disputed)}`,
    after: (value: number, disputed: number) => `Effects: ${counted(value, disputed)}`,
    prevented: (value: number, disputed: number) => `Prevents, or is prevented by: ${counted(value, disputed)}`,
    along: (value: number) => `Goes along with: ${count(value)}`,
    order: (value: number) => `Order in time, not a cause: ${count(value)}`,
    notAll: (shown: number, all: number) => `The first ${count(shown)} of ${edges(all)}.`,
    sessions: (value: number) => `Sessions: ${count(value)}`,
    gone: 'It is no longer there: nothing speaks of it any more.',
    inactive: 'Seen once, long ago, without cause or effect: left out of lists.',
    weighs: (weight: string) => `weight ${weight}`,
    noEdges: 'Nothing is known.',
    first: 'Open a node of the map first',
    noMore: 'All that is next to it is drawn',
  },
  kinds: {
    names: ['event', 'decision', 'error', 'milestone', 'test', 'commit'],
  },
  list: {
    label: 'Nodes',
    search: 'Find a decision, an error, an event',
    clearSearch: 'Clear the search',
    found: (value: number, near: number) =>
      near === 0
        ? `${count(value)} found`
        : value === near
          ? `No exact match, ${plural(near, 'near one', 'near ones')}`
          : `${count(value - near)} found, ${plural(near, 'near one', 'near ones')}`,
    near: 'near match',
    hiding: { chosen: 'hidden', alone: 'hidden: connected only by hidden ones' },
    show: 'Show',
    showNamed: (label: string) => `Show on the map: ${label}`,
    more: 'Show more',
    none: 'No node matches.',
    noneHint: 'Try other words, or all projects.',
    back: 'All nodes',
    ties: (node: CausalNode) => tiesText(node) || NO_TIES,
    facts: (node: CausalNode) => `${plural(node.episodes, 'session', 'sessions')} · ${tiesText(node) || NO_TIES}`,
  },
  success: (rate: Rate) => {
    const { value, n, low, high } = rate;
    if (value === null || low === null || high === null) return 'no known outcome';
    const of = `${count(Math.round(value * n))} of ${count(n)} succeeded`;
    if (n < FEWEST_OUTCOMES) return `${of}: too little known`;
    return `${of} (95 % interval ${Math.round(low * 100)}–${percent(high)})`;
  },
  empty: {
    title: 'No causes yet',
    nothing: 'Nothing is known yet',
    text: 'Agents and people say what led to what: which effect a decision had, or what caused an error.',
    counted: (known: number, order: boolean) =>
      `${nodes(known)} ${known === 1 ? 'is' : 'are'} known from sessions, but no cause or effect between them.${
        order
          ? ' Imported sessions say only what came after what: order in time, not a cause, and not drawn as one.'
          : ''
      }`,
    patterns: 'Patterns of what was done',
    begin: 'Import past sessions or let agents record theirs; then you can add causes too.',
    say: 'Choose a node and add a cause or an effect, or let agents record sessions with causes and effects.',
    filtered: 'No edge passes these filters.',
    hidden: 'Everything here is hidden.',
    alone: 'No cause or effect is known.',
    aloneHint: 'Add a cause or an effect if you know one. It counts as one voice and can be retracted.',
    order: 'Show order in time',
  },
  map: {
    label: 'Map',
    text: (shown: number, tied: number, middle: string | null) =>
      `Map of ${nodes(shown)} and ${edges(tied)}${middle ? ` around “${middle}”` : ''}.`,
    tableSame: 'The table below says the same.',
    answerSame: 'The answer beside it says the same.',
    keys: 'Right and left go along edges to effects and causes, up and down to the next one beside it. Enter expands, f shows only it and its neighbours, p pins it, h hides it, Escape goes back.',
    shown: (shown: number, total: number) => (shown === total ? nodes(shown) : `${count(shown)} of ${nodes(total)}`),
    rest: 'the others have no cause or effect',
    restOfNone: 'none of them has a cause or effect',
    /** `alone`: others that only these connect. */
    notDrawn: (chosen: number, alone: number) =>
      `${count(chosen)} hidden${alone > 0 ? `, ${count(alone)} connected only by ${chosen === 1 ? 'it' : 'them'}` : ''}`,
    most: 'the most connected',
    beyond: (value: number) => `${count(value)} more are not drawn`,
    nothingMore: 'Nothing more to draw around it',
    loading: 'Drawing the map…',
    failed: 'The map could not be drawn; the table says the same.',
    fit: 'Fit',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    focus: 'Bring the selection into view',
    tidy: 'Rearrange',
    title: (shown: number, tied: number) => `Map of ${nodes(shown)} and ${edges(tied)}`,
    saveAs: (kind: string) => `Save as ${kind}`,
    minimap: 'The whole map',
    legend: 'Legend',
    shapes: { decision: 'decision', error: 'error', event: 'anything else that happened' },
    pinnedSign: 'pinned',
    colours: {
      failure: 'failed',
      partial: 'partly succeeded',
      success: 'succeeded',
      unknown: 'no outcome of its own',
    },
    more: (value: number) => `${count(value)} more`,
    moreNodes: (value: number) => plural(value, 'more node', 'more nodes'),
    outside: (value: number) => `${plural(value, 'more node', 'more nodes')}: fit all`,
    hidden: (chosen: number, alone: number) =>
      `Show ${count(chosen)} hidden${alone > 0 ? `, and ${count(alone)} with ${chosen === 1 ? 'it' : 'them'}` : ''}`,
    pinned: (value: number) => `Unpin ${count(value)}`,
    only: (label: string) => `Only “${label}” and its neighbours`,
    hid: (label: string, keys: string) => `${named('Hidden', label)}. ${keys} on the map shows all hidden nodes again.`,
    unhid: 'All hidden nodes are shown again.',
    shownAgain: 'Shown again',
    mostHidden: (most: number) => `At most ${count(most)} nodes can be hidden. Show them again first.`,
    mostPinned: (most: number) => `At most ${count(most)} nodes can be pinned. Unpin some first.`,
    fixed: 'While a node is in focus, no node can be pinned.',
  },
  at: (label: string, kind: string) => `${sharedCauses.kind(kind)}: ${label}`,
  via: (relation: string, weight: string) => (weight === '–' ? relation : `${relation}, weight ${weight}`),
  disputed: 'disputed',
  nobody: 'nobody now',
  table: {
    label: 'What the map shows, as a table',
    show: 'Show as a table',
    hide: 'Hide the table',
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
    edge: edgeText,
    more: (value: number) => `Show ${count(value)} more`,
    none: 'No edge is on the map.',
    causesOf: (node: CausalNode) => listed([counted(node.causes, node.disputedCauses), preventedBy(node)]),
    effectsOf: (node: CausalNode) => listed([counted(node.effects, node.disputedEffects), prevents(node)]),
  },
  edge: {
    label: 'Edge',
    title: 'Evidence',
    weight: 'Weight',
    meaning: (supports: number, disputes: number) =>
      `${plural(supports, 'voice', 'voices')} for it, ${count(disputes)} against.`,
    /** How the weight follows from what all voices count. */
    follows: (supports: number, disputes: number) => {
      const [pro, contra] = [voiceText(supports), voiceText(disputes)];
      return `Together they count ${pro} for it and ${contra} against. The weight is ${pro} ÷ (${pro} + ${contra} + 1): every edge begins with 1 against it, so no weight reaches 1.`;
    },
    /** The same where not all voices are shown. */
    followsUnseen:
      'The weight is what the voices for it count, divided by what all voices count and 1 more: every edge begins with 1 against it, so no weight reaches 1.',
    orderTitle: 'Order in time',
    order: 'Not a cause: it supports none, and no chain uses it.',
    disputed: 'Disputed: no answer uses it until that is settled.',
    together: ({ value, n, low, high }: Rate) =>
      value === null || low === null || high === null
        ? ''
        : `Of ${plural(n, 'session', 'sessions')} with the first, ${count(Math.round(value * n))} ${value * n === 1 ? 'has' : 'have'} both${
            n < FEWEST_OUTCOMES ? ': too few to tell' : ` (95 % interval ${Math.round(low * 100)}–${percent(high)})`
          }.`,
    voices: (value: number) => plural(value, 'voice', 'voices'),
    notAll: (shown: number, all: number) => `The strongest ${count(shown)} of ${plural(all, 'voice', 'voices')}.`,
    stance: { supports: 'for it', disputes: 'against it' },
    counts: (value: number) => `counts ${voiceText(value)}`,
    session: 'Session',
    retract: 'Retract',
    retracted: 'Retracted',
    agree: 'Confirm',
    dispute: 'Dispute',
    note: 'Evidence in words (required)',
    noteAgainst: 'Evidence against it in words (required)',
    noteExample: 'What shows it, such as an output, a commit, or the name of a session or lesson',
    disputing: 'Disputed',
    gone: 'It is no longer there: nothing speaks of it any more.',
  },
  claim: {
    sides: {
      cause: { open: sharedCauses.onNode.addCause, title: 'Add a cause', needsOther: 'Name the cause.' },
      effect: { open: sharedCauses.onNode.addEffect, title: 'Add an effect', needsOther: 'Name the effect.' },
    },
    relation: 'It',
    other: 'What',
    otherHint: 'Find a node, or name a new one',
    isNew: 'What is typed is added as new, of the kind',
    run: 'Add',
    needsNote: 'Name the evidence.',
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
    all: 'all',
    usual: 'all except time',
  },
  start: {
    label: 'Ask about causes',
    field: 'What do you want to know about?',
    hint: 'Words, or a decision, an error, an event',
    found: 'Found',
    onMap: 'Show on the map',
    onMapOf: (label: string) => `Show on the map: ${label}`,
    errors: 'Why did this happen?',
    errorsText: 'Errors that sessions met.',
    failed: 'What followed?',
    failedText: 'Decisions that failed.',
    chains: 'Strongest chains known',
    chainsText: 'By their weakest step; of equal ones the longer first. Each opens with its evidence.',
    noErrors: 'No session met an error.',
    map: 'Show the map',
    next: (relation: string) => `, which ${relation} `,
    met: (node: CausalNode) =>
      [node.episodes && plural(node.episodes, 'session', 'sessions'), tiesText(node)].filter(Boolean).join(' · '),
  },
  connect: {
    title: sharedCauses.connect,
    text: 'Choose the cause, then its effect, and name the evidence.',
    onlyOrder:
      'No cause is known yet: sessions say only what came after what. If you know what led to what, connect it.',
    label: 'What sessions hold',
    keys: 'move, Enter chooses',
    cause: 'Cause:',
    effect: 'Effect:',
    second: (label: string) => `Choose what “${label}” led to.`,
    how: 'Choose how they are connected, and name the evidence.',
    next: (from: string, relation: string, to: string) =>
      `“${from}” ${relation} “${to}”. Choose the next cause, or leave it at that.`,
    form: 'Connect',
    swap: 'Swap',
    run: 'Connect',
    done: (isFirst: boolean) => (isFirst ? 'Connected' : 'Confirmed'),
    more: 'Show more sessions',
    all: 'Show all sessions',
    rest: 'Tests, milestones and other events can be connected from the timeline of their session.',
    back: 'Back to the session',
    notAll: (shown: number, all: number) => `The first ${count(shown)} of ${count(all)}.`,
    none: 'No session holds a decision, an error or a fix.',
    noneOfIt: 'This session holds no decision, error or fix.',
    noTask: 'Session without a task',
  },
  views: {
    label: 'Show',
    names: { questions: 'Questions', map: 'Map', connect: 'Connect', patterns: 'Patterns' },
  },
  questions: {
    label: 'Question',
    names: {
      why: 'Why did this happen?',
      path: 'What led here?',
      whatif: 'What if?',
      similar: 'Similar decisions',
      deadends: 'Dead ends',
    },
    ask: 'Ask',
    use: 'Use the selected node',
    change: 'Change',
    toQuestion: 'question',
    asked: 'Asking…',
    failed: 'The question could not be answered.',
    unlike: (words: string) => `Nothing found for “${words}”.`,
    /** Where something like it is offered. */
    inexact: (words: string) => `No exact match for “${words}”.`,
    meant: (label: string, kind: string) => `Understood as the ${sharedCauses.kind(kind)} “${label}”.`,
    others: 'It may also mean:',
    nearOnes: 'Did you mean:',
    sessionsAbout: 'What failed in sessions about it',
    knownFailures: 'Known failures',
    newestDecisions: 'Decisions of the newest sessions',
    newestTasks: 'Tasks of the newest sessions',
    chain: (index: number) => `Chain ${index}`,
    highlight: 'Highlight on the map',
    incomplete: 'Too many chains to check them all; these are the strongest found.',
    whyText:
      'Chains of causes, up to eight steps back, by strength: the product of their weights. Order in time and disputed edges are left out.',
    whySubject: 'What happened',
    whyNone: 'No cause is known.',
    whyDisputed: (causes: number) => `Only ${plural(causes, 'disputed cause is', 'disputed causes are')} known.`,
    showDisputed: 'Show what is disputed',
    before: 'What came before it in its session, the latest first. That is order in time, not a cause.',
    pathText: 'How one thing led to another, the strongest chains first.',
    pathFrom: 'From',
    pathTo: 'To',
    pathNone: 'No chain of causes is known between them.',
    inOrder: (first: string) => `One session has both, and “${first}” came first. That is order in time, not a cause.`,
    whatifText:
      'Nothing is simulated. Compares how the decision turned out with similar decisions that chose something like the alternative.',
    whatifSubject: 'Decision',
    whatifTo: 'Alternative',
    alternatives: 'Known alternatives',
    actual: 'As it was decided',
    alternative: 'The alternative',
    cases: (value: number) => plural(value, 'known case', 'known cases'),
    loses: 'Effects that would lose a cause',
    otherCauses: (value: number) =>
      value === 0 ? 'no other cause on record' : `${plural(value, 'other cause', 'other causes')} on record`,
    gains: 'Effects of the alternative',
    noneSo: 'None on record.',
    similarText: 'Similar decisions, the most alike first: what was chosen, why, and the outcome.',
    similarSubject: 'Decision to make',
    similarNone: 'No similar decision is recorded.',
    notOnRecord: 'Not on record',
    nearest: 'No decision is known to be about just this. These are the nearest, which may be about something else.',
    context: 'To decide',
    because: 'Why',
    besides: 'Instead of',
    turnedOut: 'Outcome',
    ofSession: 'its session',
    draft: 'draft, not reviewed',
    deadendsText: 'What was tried for such a task and failed, the evidence, and what worked instead.',
    deadendsSubject: 'Task',
    deadendsNone: 'No dead end is known.',
    shownBy: 'Evidence',
    nobodySaid: 'no evidence given',
    instead: 'Instead',
    elsewhere: (value: number) => `The same choice succeeded in ${plural(value, 'other session', 'other sessions')}.`,
    lesson: 'Its lesson',
    session: 'Its session',
  },
};
