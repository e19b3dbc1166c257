import { type HostProcess, startHost } from '@twicewise/testkit';
import { tellOfHubs } from '../../../e2e/ui/causes-parts.ts';
import { tieNeighbours } from '../causes/questions.ts';
import { readEverything } from '../causes/reading.ts';
import { against, exactly, say, type Verdict } from '../verdicts.ts';
import { expandAll, type Looking, openMaps, openStarts, type Panned, panMap } from './maps.ts';
import { openScreen } from './opening.ts';
import { percentile, times } from './percentile.ts';

// Sessions and Causes with the sessions of a real project.

/** Limit from the start of loading until rows are painted, in milliseconds at the median. */
const ROWS_AIM = 300;
/** Limit until the map shows its first picture, measured in the same way. */
const PICTURE_AIM = 1000;
/** Limit from pressing Expand to the painted map, in milliseconds at the 95th percentile. */
const EXPAND_AIM = 200;
/** Minimum number of frames per second while a map of 500 nodes follows the pointer. */
const FRAMES_AIM = 30;
const OPENINGS = 10;
const EXPANDED = 20;
const STEPS = 240;
/** Time that the negative control wastes in each frame, in milliseconds. */
const BUSY = 100;
const HUBS = { count: 4, effects: 180, drawn: 500 };

/** Pairs of a node and one of its neighbours that has other neighbours of its own. */
async function pairsOf(host: HostProcess): Promise<{ middle: string; neighbour: string }[]> {
  const { nodes, edges } = await host.client.call('causal.graph', { limit: 500 });
  const degree = new Map(nodes.map(({ id, causes, effects }) => [id, causes + effects]));
  return edges
    .filter(({ to }) => (degree.get(to) ?? 0) > 1)
    .map(({ from, to }) => ({ middle: from, neighbour: to }))
    .slice(0, EXPANDED);
}

/** The link of a map with the largest number of nodes that is ever drawn. */
async function largestMap(host: HostProcess): Promise<string> {
  await tellOfHubs(host, HUBS.count, HUBS.effects);
  const asked = { text: 'Rewrite part', kinds: ['decision'], projectId: 'hubs' };
  const { items } = await host.client.call('causal.nodes', asked);
  const [first, ...others] = items.filter(({ label }) => label.startsWith('Rewrite part')).map(({ id }) => id);
  return `causes?project=hubs&node=${first}${others.map((id) => `&open=${id}`).join('')}`;
}

const framesIn = ({ frames, ms }: Panned) => (1000 * frames) / ms;

function panVerdicts(panned: Panned, control: Panned): Verdict[] {
  const found = framesIn(panned);
  return [
    {
      id: 'causes',
      what: `frames a second while ${HUBS.drawn} nodes follow the hand (aim ${FRAMES_AIM})`,
      found: `${found.toFixed(0)}, ${panned.nodes} nodes`,
      state: panned.moved && panned.nodes === HUBS.drawn ? against(1000 / found, 1000 / FRAMES_AIM) : 'failed',
    },
    {
      id: 'causes',
      what: `negative control: ${BUSY} ms wasted in each frame, must fail`,
      found: `${framesIn(control).toFixed(0)} frames a second`,
      state: exactly(against(1000 / framesIn(control), 1000 / FRAMES_AIM) === 'failed'),
    },
  ];
}

function timed(what: string, aim: number, found: readonly number[], share: number): Verdict {
  const state = found.length > 0 ? against(percentile(found, share), aim) : 'failed';
  return { id: 'causes', what, found: `${times(found)} of ${found.length}`, state };
}

function late(what: string, aim: number, found: readonly number[], share: number): Verdict {
  const state = exactly(against(percentile(found, share), aim) === 'failed');
  return { id: 'control', what: `${what}, each answer late by ${2 * aim} ms: must fail`, found: times(found), state };
}

async function measure(looking: Looking, sessions: number): Promise<Verdict[]> {
  const { host } = looking;
  say(`${sessions} sessions are opened ${OPENINGS} times`);
  const rows = await openScreen({ ...looking, screen: 'sessions' }, OPENINGS);
  const lateRows = await openScreen({ ...looking, screen: 'sessions', slower: 2 * ROWS_AIM }, 3);
  const { claims } = await tieNeighbours(host);
  const { total } = await host.client.call('causal.overview', {});
  say(`Causes with ${total.nodes} nodes and ${claims} claims is opened ${OPENINGS} times, and expanded`);
  const starts = await openStarts(looking, OPENINGS);
  const lateStarts = await openStarts({ ...looking, slower: 2 * PICTURE_AIM }, 2);
  const pictures = await openMaps(looking, 'causes?map=true', OPENINGS);
  const latePictures = await openMaps({ ...looking, slower: 2 * PICTURE_AIM }, 'causes?map=true', 2);
  const pairs = await pairsOf(host);
  const expanded = await expandAll(looking, pairs);
  const lateExpanded = await expandAll({ ...looking, slower: 2 * EXPAND_AIM }, pairs.slice(0, 3));
  const link = await largestMap(host);
  say(`a map of ${HUBS.drawn} nodes is moved about`);
  const panned = panVerdicts(await panMap(looking, link, STEPS), await panMap({ ...looking, busy: BUSY }, link, 40));
  return [
    {
      ...timed(`load to painted rows of ${sessions} sessions (aim p50 ${ROWS_AIM} ms)`, ROWS_AIM, rows, 0.5),
      id: 'sessions',
    },
    timed(`load to the painted start of Causes (aim p50 ${PICTURE_AIM} ms)`, PICTURE_AIM, starts, 0.5),
    timed(`load to the map of everything (aim p50 ${PICTURE_AIM} ms)`, PICTURE_AIM, pictures, 0.5),
    timed(`press of Expand to the picture (aim p95 ${EXPAND_AIM} ms)`, EXPAND_AIM, expanded, 0.95),
    ...panned,
    late('rows', ROWS_AIM, lateRows, 0.5),
    late('start of Causes', PICTURE_AIM, lateStarts, 0.5),
    late('map', PICTURE_AIM, latePictures, 0.5),
    late('expanding', EXPAND_AIM, lateExpanded, 0.95),
  ];
}

/** Reads the sessions in a folder with a host of its own, and measures both screens. */
export async function checkReal(executable: string, data: string): Promise<Verdict[]> {
  const host = await startHost();
  try {
    const sessions = await readEverything(host, data);
    return await measure({ executable, host }, sessions.length);
  } finally {
    await host.stop();
  }
}
