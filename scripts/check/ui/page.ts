/// <reference lib="dom" />

/** One question: times from the last key to the painted rows, in milliseconds of the page's clock. */
export interface Seen {
  /** Time from the last key until the request for the whole text was sent; shows the cost of a pause before asking. */
  asked: number;
  /** Time from the last key until the matching rows were painted. */
  painted: number;
  /** The first row on the screen at that time; null if there was none. */
  first: string | null;
  /** Number of requests while typing, and the maximum number under way at once, without long overdue ones. */
  requests: number;
  together: number;
  /** Number of elements in the page at that time, and of rows of the list among them. */
  nodes: number;
  rows: number;
}

/** State that the page keeps for {@link watch}; reset before each question. */
interface Watching {
  key: number;
  asked: number;
  requests: number;
  /** The last question. */
  question: string;
  /** The requests under way, by the time when they were sent: whether each asks again what was asked last. */
  running: Map<number, boolean>;
  together: number;
}

declare global {
  interface Window {
    watching: Watching;
    seen: (words: string) => Promise<Seen>;
  }
}

/**
 * Runs in the page before its own code. It records the last key (at the moment when the browser got it) and each search request.
 * It provides `seen`, which waits until the list says that it shows the answer to the whole text, and then for the frame that
 * paints it. `slower` delays every answer of a search by this many milliseconds.
 */
export function watch(slower: number): void {
  const LONGEST = 30_000;
  /**
   * After this many milliseconds the interface sends the next request without waiting for the answer. It waits for 500, but from
   * when it drew the question, which on a busy machine is some time before the request.
   */
  const OVERDUE = 400;
  const now = () => performance.now();
  window.watching = { key: 0, asked: 0, requests: 0, question: '', running: new Map(), together: 0 };
  window.addEventListener('keydown', (event) => Object.assign(window.watching, { key: event.timeStamp }), true);

  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    if (!String(request[0]).endsWith('/api/reflection.search')) return send(...request);
    const { watching } = window;
    const sent = now();
    watching.asked = sent;
    watching.requests++;
    const question = String(request[1]?.body);
    // When the memory has changed, the list asks again what is answered; no question of the person waits for that.
    watching.running.set(sent, question === watching.question && watching.running.size === 0);
    watching.question = question;
    const recent = [...watching.running].filter(([start, isAgain]) => sent - start < OVERDUE && !isAgain);
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
    // Without hits, a message contains the words; while typing, it is above the earlier rows.
    return document.querySelector('main')?.textContent.includes(`“${words}”`) ?? false;
  };
  const afterPaint = () =>
    new Promise<void>((resolve) => {
      // The frame with the change is painted between these two callbacks.
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
        // React renders an answer at once, so the rest is there as well.
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
