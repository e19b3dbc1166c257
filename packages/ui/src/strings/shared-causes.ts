import { type EvidenceBasis, type PatternStanding, RELATION_WORDS } from '@twicewise/contract';

const bases: Record<EvidenceBasis, string> = {
  asserted_by_human: 'said by a person',
  asserted_by_agent: 'said by an agent',
  textual: 'stated in a text',
  statistical: 'counted',
  temporal: 'order in time',
};

const standings: Record<PatternStanding, string> = {
  works: 'Helps',
  fails: 'Does not help',
  open: 'Undecided',
};

/** A kind in readable form: agents name new kinds like fields. */
const spoken = (kind: string) => kind.replaceAll('_', ' ');

/** Words about causes that more than the screen *Causes* needs: links, actions and the palette. */
export const sharedCauses = {
  relations: RELATION_WORDS,
  bases,
  standings,
  kind: spoken,
  connect: 'Connect two things',
  /** What can be done with a node of the map. */
  onNode: {
    expand: 'Expand',
    collapse: 'Collapse',
    middle: 'Centre on it',
    hide: 'Hide',
    isHidden: 'Already hidden',
    showHidden: 'Show all hidden nodes',
    pin: 'Pin',
    unpin: 'Unpin',
    pinOrNot: 'Pin or unpin',
    unpinAll: 'Unpin all nodes',
    only: 'Focus on it',
    all: 'Leave the focus',
    onlyOrAll: 'Focus on it, or leave the focus',
    why: 'Why?',
    path: 'How it led to…',
    whatif: 'What if…',
    similar: 'Similar decisions',
    addCause: 'Add a cause…',
    addEffect: 'Add an effect…',
  },
};
