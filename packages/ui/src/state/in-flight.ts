/** What is under way. */
export interface InFlight {
  /** Notes work that has begun, until it ends. */
  track: <T>(work: Promise<T>) => Promise<T>;
  /** Begins when all that is under way has ended, however it did; it is under way itself meanwhile. */
  after: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Keeps track of requests, for what must not overtake them. */
export function createInFlight(): InFlight {
  const under = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>) => {
    const end = () => under.delete(work);
    under.add(work);
    work.then(end, end);
    return work;
  };
  return { track, after: (work) => track(Promise.allSettled([...under]).then(work)) };
}
