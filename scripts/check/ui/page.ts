/// <reference lib="dom" />

/** One question, from the last key to what is painted, in milliseconds of the page's clock. */
export interface Seen {
  /** From the last key until the request for all that was typed left; what a pause before asking costs. */
  asked: number;
  /** From the last key until the rows that answer it are on the screen. */
  painted: number;
  /** First row on the screen by then; null when there was none. */
  first: string | null;
  /** Requests while it was typed, and how many were under way at once, those long overdue not counted. */
  requests: number;
  together: number;
  /** Elements of the page by then, and rows of the list among them. */
  nodes: number;
  rows: number;
}

/** What the page keeps for {@link watch}; reset before each question. */
interface Watching {
  key: number;
  asked: number;
  requests: number;
  /** When each that is under way was sent. */
  running: Set<number>;
  together: number;
}

declare global {
  interface Window {
    watching: Watching;
    seen: (words: string) => Promise<Seen>;
  }
}

/**
 * Runs in the page, before its own code: notes the last key (the moment the browser got it), notes each search that
 * leaves, and gives `seen`, which waits until the list says that it answers all that was typed, and for the frame in
 * which that is painted. `slower` holds every answer of a search back by so many milliseconds.
 */
export function watch(slower: number): void {
  const LONGEST = 30_000;
  /** The interface asks on beside an answer that takes longer. */
  const OVERDUE = 500;
  const now = () => performance.now();
  window.watching = { key: 0, asked: 0, requests: 0, running: new Set(), together: 0 };
  window.addEventListener('keydown', (event) => Object.assign(window.watching, { key: event.timeStamp }), true);

  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    if (!String(request[0]).endsWith('/api/reflection.search')) return send(...request);
    const { watching } = window;
    const sent = now();
    watching.asked = sent;
    watching.requests++;
    watching.running.add(sent);
    const recent = [...watching.running].filter((start) => sent - start < OVERDUE);
    watching.together = Math.max(watching.together, recent.length);
    try {
      const answer = await send(...request);
      if (slower > 0) await new Promise((resolve) => setTimeout(resolve, slower));
      return answer;
    } finally {
      watching.running.delete(sent);
    }
  };

  const isThere = (words: string) => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]');
    const list = document.querySelector('[role="listbox"]');
    if (field?.value !== words) return false;
    if (list?.getAttribute('aria-busy') === 'false') return true;
    // Without hits a message that names the words says so, while typing above the rows of before.
    return document.querySelector('main')?.textContent.includes(`“${words}”`) ?? false;
  };
  const afterPaint = () =>
    new Promise<void>((resolve) => {
      // The frame that shows the change is painted between these two.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(null);
      });
    });
  const changed = (words: string) =>
    new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`No rows for “${words}” after ${LONGEST} ms.`)), LONGEST);
      const observer = new MutationObserver(look);
      function look() {
        // React draws all of an answer in one go, so the rest is there as well.
        if (!isThere(words) || window.watching.running.size > 0) return;
        observer.disconnect();
        resolve();
      }
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    });
  window.seen = async (words) => {
    await changed(words);
    await afterPaint();
    const { key, asked, requests, together } = window.watching;
    const rows = document.querySelectorAll('[role="option"]');
    return {
      asked: asked - key,
      painted: now() - key,
      first:
        document
          .querySelector('[role="listbox"][aria-busy="false"] [role="option"][aria-posinset="1"]')
          ?.id.replace(/^lesson-/, '') ?? null,
      requests,
      together,
      nodes: document.querySelectorAll('*').length,
      rows: rows.length,
    };
  };
}
