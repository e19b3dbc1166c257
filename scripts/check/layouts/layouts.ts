import { arrangeAll, BOX, COLUMN, type Places, type Plan, type Point } from '../../../packages/ui/src/graph/layout.ts';
import type { OwnFolder } from '../own-folder.ts';
import type { Arranged } from './measures.ts';

/** A way to arrange graphs. `file` is what a page would load of it. */
export interface Layout {
  name: string;
  arrange: (plan: Plan) => Promise<Arranged> | Arranged;
  file: string;
}

/** The spaces of our own layout, so that area and length compare. */
const SPACE = { beside: 18, between: COLUMN - BOX.width };

interface Dagre {
  graphlib: { Graph: new (options: { multigraph: boolean }) => DagreGraph };
  layout: (graph: DagreGraph) => void;
}
interface DagreGraph {
  setGraph: (options: object) => void;
  setNode: (id: string, size: object) => void;
  setEdge: (from: string, to: string, options: object, name: string) => void;
  node: (id: string) => Point;
  edge: (from: string, to: string, name: string) => { points: Point[] };
}

interface Elk {
  layout: (graph: object) => Promise<{
    children: { id: string; x: number; y: number }[];
    edges: { sections: { startPoint: Point; bendPoints?: Point[]; endPoint: Point }[] }[];
  }>;
}

/** Splits an arrangement with bends into two: with them, and with straight lines. */
const both = (name: string, file: string, arrange: (plan: Plan) => Promise<Arranged> | Arranged): Layout[] => [
  { name, file, arrange: async (plan) => ({ ...(await arrange(plan)), ways: null }) },
  { name: `${name}, own bends`, file, arrange },
];

function withDagre({ graphlib, layout }: Dagre, { nodes, edges }: Plan): Arranged {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: SPACE.beside, ranksep: SPACE.between, edgesep: SPACE.beside });
  for (const id of nodes) graph.setNode(id, { ...BOX });
  for (const [index, { from, to }] of edges.entries()) graph.setEdge(from, to, {}, String(index));
  layout(graph);
  const places: Places = Object.fromEntries(nodes.map((id) => [id, { x: graph.node(id).x, y: graph.node(id).y }]));
  return { places, ways: edges.map(({ from, to }, index) => graph.edge(from, to, String(index)).points) };
}

async function withElk(elk: Elk, { nodes, edges }: Plan): Promise<Arranged> {
  const { children, edges: drawn } = await elk.layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.edgeRouting': 'POLYLINE',
      'elk.spacing.nodeNode': String(SPACE.beside),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(SPACE.between),
    },
    children: nodes.map((id) => ({ id, ...BOX })),
    edges: edges.map(({ from, to }, index) => ({ id: `e${index}`, sources: [from], targets: [to] })),
  });
  const centre = ({ x, y }: Point) => ({ x: x + BOX.width / 2, y: y + BOX.height / 2 });
  return {
    places: Object.fromEntries(children.map((node) => [node.id, centre(node)])),
    ways: drawn.map(({ sections: [section] }) =>
      section ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint] : [],
    ),
  };
}

/** Ours, and those of the libraries in the folder. */
export function layoutsIn({ require }: OwnFolder, own: string): Layout[] {
  const dagre = require('@dagrejs/dagre') as Dagre;
  const ElkClass = require('elkjs/lib/elk.bundled.js') as new () => Elk;
  const elk = new ElkClass();
  return [
    { name: 'ours', file: own, arrange: (plan) => ({ places: arrangeAll(plan), ways: null }) },
    ...both('dagre', require.resolve('@dagrejs/dagre'), (plan) => withDagre(dagre, plan)),
    ...both('elk', require.resolve('elkjs/lib/elk.bundled.js'), (plan) => withElk(elk, plan)),
  ];
}
