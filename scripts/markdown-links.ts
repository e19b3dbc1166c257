/** A link in a Markdown text. */
export interface MarkdownLink {
  target: string;
  line: number;
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

/** The lines of a Markdown text. Code blocks are emptied, so that line numbers stay right. */
function proseLines(text: string): string[] {
  let fence: string | null = null;
  return text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark) {
      fence = mark;
      return '';
    }
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      return '';
    }
    return line;
  });
}

/** Links and images in a Markdown text, inline and by reference, but not those in code. */
export function linksOf(text: string): MarkdownLink[] {
  return proseLines(text).flatMap((prose, index) => {
    const line = prose.replace(/`[^`\n]*`/g, '');
    const inline = [...line.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
    const references = [...line.matchAll(/^\s{0,3}\[[^\]^]+\]:\s*<?([^\s>]+)>?/g)];
    return [...inline, ...references].map((match) => ({ target: match[1] ?? '', line: index + 1 }));
  });
}

/** The anchor that GitHub gives a heading. */
function slug(heading: string): string {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]*>/g, '');
  return plain
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** All targets in a Markdown text for a `#anchor`. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const line of proseLines(text)) {
    const heading = /^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$/.exec(line)?.[1];
    if (heading) {
      const base = slug(heading);
      const count = counts.get(base) ?? 0;
      counts.set(base, count + 1);
      anchors.add(count === 0 ? base : `${base}-${count}`);
    }
    for (const match of line.matchAll(/<[a-z]+[^>]*\s(?:id|name)="([^"]+)"/g)) anchors.add(match[1] ?? '');
  }
  return anchors;
}
