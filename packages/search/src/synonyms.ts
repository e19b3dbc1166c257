import { termOf } from './analyzer.ts';

// Words that people use for the same thing in software. The list is kept by hand and is short: the words of a group can replace
// one another in a report of what was tried. Words that are merely related are not in it (such as `cache` and `memory`). Each
// line was tested alone on the sets of `check:retrieval`; lines that made a set worse were removed (`link` for `url`, `workflow`
// for `ci`).
const GROUPS = `
authentication authenticate auth login signin logon credential
authorization authorize permission privilege
timeout expiry expire deadline
debug fix troubleshoot repair
bug defect fault
crash panic segfault abort
exception traceback stacktrace
hang freeze deadlock stall
slow latency sluggish
flaky intermittent nondeterministic
dependency package library
config configuration settings
env environment
database db
directory folder
repository repo
delete remove erase
rename move
begin start launch
halt stop terminate
shutdown teardown
quota throttle ratelimit
retry reattempt backoff
async asynchronous
synchronize sync
race concurrency
mutex lock semaphore
leak exhaustion
null undefined nil none
string text
integer int
boolean bool
array vector list
dictionary hashmap map
argument parameter arg param
variable var
regex regexp pattern
documentation docs readme
specification spec
administrator admin
certificate cert tls ssl
encrypt cipher
password passphrase secret
token jwt
url uri
upload attachment
frontend client browser
backend server
deploy deployment release rollout
rollback revert undo
container docker image
kubernetes k8s cluster
upgrade update bump
deprecated obsolete legacy
duplicate redundant
missing absent
invalid malformed corrupt
duration elapsed
javascript js
typescript ts
python py
powershell pwsh
postgres postgresql
performance speed throughput
optimize optimization speedup
test spec suite
mock stub fake
`;

/** Weight of a synonym if some lesson in the searched projects has the word itself. */
export const SYNONYM_WEIGHT = 0.15;
/** Weight of a synonym if no lesson in the searched projects has the word, so that any match must use other words. */
export const LONE_SYNONYM_WEIGHT = 0.6;

function readGroups(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const line of GROUPS.split('\n')) {
    const terms = [...new Set(line.split(' ').map(termOf))];
    for (const term of terms) {
      const others = terms.filter((other) => other !== term);
      found.set(term, [...(found.get(term) ?? []), ...others]);
    }
  }
  return found;
}

const SYNONYMS = readGroups();

/** The stems that can replace a stem, without itself. */
export function synonymsOf(term: string): readonly string[] {
  return SYNONYMS.get(term) ?? [];
}
