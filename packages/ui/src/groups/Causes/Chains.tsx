import type { OutputOf } from '@twicewise/contract';
import clsx from 'clsx';
import { LINK_LOOK, TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes } from '../../strings/causes.ts';
import { NodeLink } from './Said.tsx';

const words = causes.questions;

type Chain = OutputOf<'causal.why'>['chains'][number];
export type ChainStep = Chain['steps'][number];
type Resolved = OutputOf<'causal.why'>['of'];

/** Callbacks for the links in an answer, and the chain that is highlighted on its map. */
export interface AnswerWays {
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
  chain: number | undefined;
  onChain: (chain: number | undefined) => void;
}

/** One edge of an answer: the relation, how certain it is, and who says so. */
export function StepLine({ step, onEdge }: { step: ChainStep; onEdge: AnswerWays['onEdge'] }) {
  const { edge, evidence } = step;
  const { relations, weight, bases } = causes;
  const note = evidence.find((voice) => voice.stance === 'supports' && voice.note)?.note;
  const label = `${relations[edge.relation]} ${weight(edge.weight)}`;
  return (
    <div className="border-line-strong border-l-2 py-1 pl-3 text-small">
      <TextLink
        className="min-h-6 tabular-nums"
        aria-label={`${label}: ${step.from.label}, ${step.to.label}`}
        onClick={() => onEdge(edge.id)}
      >
        <span aria-hidden>↓</span> {label}
      </TextLink>
      <span className="ml-2 text-ink-3">{edge.bases.map((basis) => bases[basis]).join(', ')}</span>
      {note && (
        <p dir="auto" className="text-ink-2 wrap-anywhere">
          {note}
        </p>
      )}
    </div>
  );
}

interface ChainsProps extends AnswerWays {
  chains: readonly Chain[];
}

/** Chains of causes, each as steps from its start to its end. */
export function Chains({ chains, chain, onChain, onNode, onEdge }: ChainsProps) {
  return (
    <ol className="flex flex-col gap-4">
      {chains.map(({ strength, steps }, index) => {
        const isLit = chain === index + 1;
        return (
          <li
            key={steps.map(({ edge }) => edge.id).join(' ')}
            className={clsx((index > 0 || isLit) && 'border-t pt-2', isLit ? 'border-signal' : 'border-line')}
          >
            <h3 className="mb-1">
              <button
                type="button"
                aria-pressed={isLit}
                title={words.highlight}
                onClick={() => onChain(isLit ? undefined : index + 1)}
                className={clsx(
                  '-mx-1.5 min-h-6 rounded-sm px-1.5 text-small hover:bg-hover',
                  isLit ? 'bg-signal-tint font-medium text-ink' : 'text-ink-2',
                )}
              >
                <span className={LINK_LOOK}>{words.chain(index + 1)}</span> ·{' '}
                {causes.strength(
                  steps.map(({ edge }) => edge.weight),
                  strength,
                )}
              </button>
            </h3>
            <ol>
              {steps.map((step, place) => (
                <li key={step.edge.id}>
                  {place === 0 && <NodeLink node={step.from} onGo={onNode} />}
                  <StepLine step={step} onEdge={onEdge} />
                  <NodeLink node={step.to} onGo={onNode} />
                </li>
              ))}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

interface MeantProps {
  resolved: Resolved;
  /** True where more than near nodes is offered for words that no node is like. */
  leads?: boolean;
  onChoose: (id: string) => void;
}

/** How the words were understood, and what else they may mean. */
export function Meant({ resolved, leads = false, onChoose }: MeantProps) {
  const { asked, node, candidates } = resolved;
  // A node that was named by its id is already shown in the question.
  if (node && asked === node.id) return null;
  const others = candidates.filter((candidate) => candidate.node.id !== node?.id);
  const unlike = leads || others.length > 0 ? words.inexact(asked) : words.unlike(asked);
  return (
    <div className="text-ink-2">
      <p className="wrap-anywhere">{node ? words.meant(node.label, node.kind) : unlike}</p>
      {others.length > 0 && (
        <>
          <p>{node ? words.others : words.nearOnes}</p>
          <ul>
            {others.slice(0, 5).map(({ node: other }) => (
              <li key={other.id}>
                <NodeLink node={other} onGo={onChoose} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
