import type { ReactNode } from 'react';

interface SessionLinkProps {
  /** The id of its log, or of the session itself where nothing is recorded of it. */
  episodeId: string;
  children: ReactNode;
}

/** A link to the screen of a session. */
export function SessionLink({ episodeId, children }: SessionLinkProps) {
  return (
    <a
      href={`#/sessions?episode=${episodeId}`}
      className="inline-block min-h-6 min-w-6 underline decoration-line-strong underline-offset-3 wrap-anywhere hover:decoration-ink"
    >
      {children}
    </a>
  );
}
