// English words that build a sentence but do not say what it is about. The list is short on purpose. It contains `not` and `no`,
// because nearly every lesson has them. It does not contain `fail`, `error` or `use`: lessons are about them, and their high
// frequency already gives them a small weight.
const WORDS = `
a about above after again all also although always am an and any anyone anything are aren as at
be because been before being below between both but by
can cannot could couldn
d did didn do does doesn doing don done down during
each either else etc ever every
few for from further
had hadn has hasn have haven having he hence her here hers herself him himself his how however
i if in into is isn it its itself
just
ll
may maybe me might mine more most much must my myself
neither no nor not now
of off often on once only onto or other our ours ourselves out over own
perhaps please
quite
rather re really
s same shall she should shouldn since so some such
t than that the their theirs them themselves then there these they this those though through thus to too toward
under until up upon us
ve very via
was wasn we were weren what when where whether which while who whom whose why will with within without won would wouldn
yet you your yours yourself
`;

/** Folded words that a query drops unless it contains nothing else. */
export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s/).filter((word) => word !== ''));
