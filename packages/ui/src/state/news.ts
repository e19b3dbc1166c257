import type { ChangeEvent } from '@twicewise/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useHost } from '../data/client.ts';
import { draftsAmong, type RepeatedFailure, repeatedAmong } from '../data/queries/news.ts';
import { strings } from '../strings.ts';
import { useAction } from './action-registry.tsx';
import { useCommands } from './commands.tsx';

/** What agents brought since this window was opened, until it was looked at. */
export interface News {
  drafts: number;
  /** False if there may be more new drafts than these. */
  areAll: boolean;
  repeated: RepeatedFailure | null;
}

/** Changes are collected for this long, in milliseconds: a session that ends brings several lessons. */
const SETTLE_MS = 500;
const STORED = 'twicewise.notices';
const words = strings.news;

/** The author of what the sample brings. */
const SAMPLE = 'sample';

/** The lessons that somebody other than a person has written; what a person does is no news to them, nor the sample. */
function writtenByOthers({ changed, cause }: ChangeEvent): readonly string[] {
  const author = cause?.author;
  const isNoNews = author?.kind === 'person' || (author?.kind === 'importer' && author.name === SAMPLE);
  return isNoNews ? [] : (changed.reflection ?? []);
}

const areWanted = () => localStorage.getItem(STORED) === 'on' && 'Notification' in window;

/** Tells the system, unless this window is in front. Notices of several windows about the same replace each other. */
function notify(tag: string, title: string, body: string, onClick: () => void): void {
  if (!areWanted() || document.hasFocus()) return;
  const notice = new Notification(title, { body, tag });
  notice.onclick = () => {
    window.focus();
    onClick();
  };
}

/** Registers turning notices of the system on and off, in this browser or app. */
function useNoticeAction(): void {
  const { say } = useCommands();
  useAction('systemNotices', async () => {
    if (areWanted()) {
      localStorage.setItem(STORED, 'off');
      return say(words.off);
    }
    const answer = 'Notification' in window ? await Notification.requestPermission() : 'denied';
    if (answer === 'granted') localStorage.setItem(STORED, 'on');
    say(answer === 'granted' ? words.on : words.refused);
  });
}

interface Ways {
  toDrafts: () => void;
  toLesson: (id: string) => void;
}

/** Follows what agents write: new drafts, and failures that were stated before. */
export function useNews(ways: Ways) {
  const client = useClient();
  const { transport } = useHost();
  const [news, setNews] = useState<News>({ drafts: 0, areAll: true, repeated: null });
  /** New drafts that wait still. */
  const fresh = useRef(new Set<string>());
  const latest = useRef(ways);
  useEffect(() => {
    latest.current = ways;
  });
  useNoticeAction();
  useEffect(() => {
    const ids = new Set<string>();
    /** Set while a look is to come, and until it ends. */
    let timer: ReturnType<typeof setTimeout> | undefined;
    const told = new Map<string, number>();
    const lookForDrafts = async (written: ReadonlySet<string>) => {
      const before = fresh.current.size;
      const found = await draftsAmong(client, new Set([...fresh.current, ...written]));
      fresh.current = new Set(found.drafts);
      const [drafts, areAll] = [fresh.current.size, found.isAll];
      setNews((news) => (news.drafts === drafts && news.areAll === areAll ? news : { ...news, drafts, areAll }));
      if (drafts > before)
        notify('drafts', words.drafts(drafts, areAll), words.review, () => latest.current.toDrafts());
    };
    const lookForFailures = async (written: ReadonlySet<string>) => {
      const repeated = written.size > 0 ? await repeatedAmong(client, written) : null;
      if (!repeated || (told.get(repeated.text) ?? 1) >= repeated.count) return;
      told.set(repeated.text, repeated.count);
      setNews((news) => ({ ...news, repeated }));
      const { text, count, lessonId } = repeated;
      notify('repeats', words.repeats(count), text, () => latest.current.toLesson(lessonId));
    };
    const look = async () => {
      const written = new Set(ids);
      ids.clear();
      const looks = await Promise.allSettled([lookForDrafts(written), lookForFailures(written)]);
      timer = undefined;
      if (ids.size > 0) lookSoon();
      // Without a host there is no news; the next change looks for these again.
      if (looks.some(({ status }) => status === 'rejected')) for (const id of written) ids.add(id);
    };
    const lookSoon = () => {
      timer ??= setTimeout(() => void look(), SETTLE_MS);
    };
    const stop = transport.subscribe((signal) => {
      if (signal.kind !== 'change' || !signal.change.changed.reflection) return;
      for (const id of writtenByOthers(signal.change)) ids.add(id);
      if (ids.size > 0 || fresh.current.size > 0) lookSoon();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, transport]);
  const dismissDrafts = useCallback(() => {
    fresh.current = new Set();
    setNews((news) => ({ ...news, drafts: 0, areAll: true }));
  }, []);
  const dismissRepeated = useCallback(() => setNews((news) => ({ ...news, repeated: null })), []);
  return { news, dismissDrafts, dismissRepeated };
}
