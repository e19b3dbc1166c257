import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { why } from '../../strings/why.ts';
import { strings } from '../../strings.ts';
import { type FoundBy, sharesOf, type WordReason } from './shares.ts';

const { fields } = strings;

/** A share as a bar and a number; the number is the cell's text, the bar is only an illustration. */
function Share({ value }: { value: number }) {
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 w-14 shrink-0 bg-line">
        <rect width={value * 100} height="4" className="fill-ink-2" />
      </svg>
      <span className="font-mono text-micro">{why.shareOf(value)}</span>
    </span>
  );
}

interface RowProps {
  label: ReactNode;
  children: ReactNode;
  where?: string;
  share?: number;
}

function Row({ label, children, where = '', share }: RowProps) {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="min-w-26 break-words py-1 pr-4 text-left font-medium">
        {label}
      </th>
      <td className="break-words py-1 pr-4 text-ink-2">
        {children}
        {where && <span className="text-ink-3"> · {where}</span>}
      </td>
      <td className="w-28 py-1">{share !== undefined && <Share value={share} />}</td>
    </tr>
  );
}

function fieldName(field: string): string {
  return fields[field as keyof typeof fields] ?? field;
}

function matchText({ word, match, words }: WordReason): string {
  const others = words.filter((other) => other !== word);
  if (match === 'exact' && others.length === 0) return why.same;
  return why.how[match](match === 'exact' ? words : others.length > 0 ? others : words);
}

/** Each reason: the word searched for, what it matched, in which field, and its share. */
function Reasons({ found: { hit, terms } }: { found: FoundBy }) {
  if (!hit.why) return null;
  const { words, missing, near, session, vector } = sharesOf(hit.why, terms);
  return (
    <table className="w-full max-w-[68ch] table-auto border-line border-b">
      <caption className="sr-only">{why.words}</caption>
      <thead>
        <tr className="text-ink-3">
          <td colSpan={2} />
          <th scope="col" className="py-1 text-left font-normal">
            {why.share}
          </th>
        </tr>
      </thead>
      <tbody>
        {words.map((reason) => (
          <Row
            key={reason.word}
            label={reason.word}
            where={reason.fields.map(fieldName).join(', ')}
            share={reason.share}
          >
            {matchText(reason)}
          </Row>
        ))}
        {near > 0 && (
          <Row label={why.near} share={near}>
            {why.nearText}
          </Row>
        )}
        {session > 0 && (
          <Row label={why.session} share={session}>
            {why.sessionText}
          </Row>
        )}
        {vector > 0 && (
          <Row label={why.vector} share={vector}>
            {why.vectorText}
          </Row>
        )}
        {missing.length > 0 && (
          <Row label={<span className="font-normal text-ink-3">{why.missing}</span>}>{missing.join(', ')}</Row>
        )}
      </tbody>
    </table>
  );
}

interface WhyProps {
  found: FoundBy;
  open: boolean;
  onToggle: () => void;
}

/** Explains why a lesson was found, in one line that expands. */
export function Why({ found, open, onToggle }: WhyProps) {
  const id = useId();
  const { hit, total } = found;
  return (
    <section aria-label={why.title} className="shrink-0 border-line border-b bg-surface text-small">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-8 w-full items-center gap-2 @lg:px-6 px-4 text-left text-ink-2 hover:text-ink focus-visible:-outline-offset-2"
        >
          <ChevronRight size={13} aria-hidden className={clsx('-ml-1 shrink-0', open && 'rotate-90')} />
          <span className="font-medium">{why.title}</span>
          <span className="text-ink-3">
            {why.place(hit.rank, total)}
            {hit.relevance !== null && ` · ${why.relevance.toLowerCase()} ${why.relevant(hit.relevance)}`}
          </span>
          <span className="ml-auto max-md:hidden">
            <Kbd keys="w" />
          </span>
        </button>
      </h3>
      <div id={id} hidden={!open} className="max-h-[40vh] overflow-y-auto @lg:px-6 px-4 pb-3">
        {open && (
          <>
            <Reasons found={found} />
            {hit.why?.priors.map(({ name, factor }) => (
              <p key={name} className="mt-1 text-ink-2">
                {why.moved(name, factor)}
              </p>
            ))}
          </>
        )}
      </div>
    </section>
  );
}
