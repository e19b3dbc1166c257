import clsx from 'clsx';
import { useContext } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { Bare, Inlines } from './Inlines.tsx';
import { keyed } from './keyed.ts';
import type { ColumnSide, ListEntry, TableCell, TextBlock } from './markdown-tree.ts';

/** Line breaks are kept, because writers of notes mean them. */
const LINES = 'whitespace-pre-wrap wrap-anywhere';

function List({ list: { ordered, entries } }: { list: Extract<TextBlock, { kind: 'list' }> }) {
  const items = keyed(entries).map(({ key, item }) => (
    <li key={key} value={ordered ? Number(item.number) : undefined} className="pl-0.5 marker:text-ink-3">
      <div className="flex flex-col gap-1">
        <Blocks of={item.of} />
      </div>
    </li>
  ));
  // A digit of the widest number needs its place before the text.
  const longest = ordered ? Math.max(...entries.map(({ number }: ListEntry) => number.length)) : 1;
  if (!ordered) return <ul className="flex list-disc flex-col gap-1 pl-5">{items}</ul>;
  return <ol className={clsx('flex list-decimal flex-col gap-1', longest > 2 ? 'pl-9' : 'pl-6')}>{items}</ol>;
}

const ALIGN: Record<ColumnSide, string> = { left: 'text-left', center: 'text-center', right: 'text-right' };
const CELL = 'border-line border-b px-2 py-1 align-top first:pl-0';

function Row({ cells, head }: { cells: readonly TableCell[]; head: boolean }) {
  const Element = head ? 'th' : 'td';
  return (
    <tr>
      {keyed(cells).map(({ key, item }) => (
        <Element key={key} dir="auto" className={clsx(CELL, ALIGN[item.side], LINES, head && 'font-medium text-ink-2')}>
          <Inlines of={item.of} />
        </Element>
      ))}
    </tr>
  );
}

function Table({ rows }: { rows: readonly TableCell[][] }) {
  const [head = [], ...rest] = rows;
  return (
    <table className="w-full border-collapse text-base">
      <thead>
        <Row cells={head} head />
      </thead>
      <tbody>
        {keyed(rest).map(({ key, item }) => (
          <Row key={key} cells={item} head={false} />
        ))}
      </tbody>
    </table>
  );
}

function One({ block }: { block: TextBlock }) {
  const bare = useContext(Bare);
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto" className={LINES}>
          <Inlines of={block.of} />
        </p>
      );
    case 'heading':
      return (
        <h4 dir="auto" className={clsx(LINES, 'pt-1 font-semibold first:pt-0')}>
          <Inlines of={block.of} />
        </h4>
      );
    case 'code':
      return <CodeBlock text={block.text} label={block.label} bare={bare} />;
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-line-strong border-l-2 pl-3 text-ink-2">
          <Blocks of={block.of} />
        </blockquote>
      );
    case 'list':
      return <List list={block} />;
    case 'table':
      return <Table rows={block.rows} />;
    case 'rule':
      return <hr className="border-line" />;
  }
}

/** The blocks of a text, one below the other. */
export function Blocks({ of }: { of: readonly TextBlock[] }) {
  return keyed(of).map(({ key, item }) => <One key={key} block={item} />);
}
