import type { Page, Request } from '@playwright/test';

/** How many frames in a row must leave the document as it was. */
const QUIET_FRAMES = 8;

/** Resolves after {@link QUIET_FRAMES} frames without a change of the document. */
const quiet = (page: Page) =>
  page.evaluate(
    (frames) =>
      new Promise<void>((resolve) => {
        let left = frames;
        const observer = new MutationObserver(() => {
          left = frames;
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const next = () => {
          if (left-- > 0) return requestAnimationFrame(next);
          observer.disconnect();
          resolve();
        };
        requestAnimationFrame(next);
      }),
    QUIET_FRAMES,
  );

/**
 * Watches the requests of a page from now on. The function it returns waits until none is unanswered and the document stands
 * still, so that a test can look at a view as a person sees it, without waiting for a fixed time.
 */
export function watchSettling(page: Page): () => Promise<void> {
  const unanswered = new Set<Request>();
  // The stream of changes is never answered in full.
  page.on('request', (request) => request.url().endsWith('/api/events') || unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  return async () => {
    do await quiet(page);
    while (unanswered.size > 0);
  };
}
