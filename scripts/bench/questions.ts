/** A question as an agent would ask it, the project it works in, and the sample lessons that answer it (any one is enough). */
export interface Question {
  project: string;
  text: string;
  answers: readonly number[];
}

const ask = (project: string, questions: readonly [text: string, ...answers: number[]][]): Question[] =>
  questions.map(([text, ...answers]) => ({ project: `sample-${project}`, text, answers }));

/**
 * Fifty fixed questions about the sample, in other words than its lessons use. They were written before the ranking was measured
 * with them.
 */
export const QUESTIONS: readonly Question[] = [
  ...ask('web-shop', [
    ['Customers get billed two times if they click the pay button again', 1, 2, 3],
    ['The total in the cart and on the invoice differ by a cent', 4],
    ['The price jumps after the page loads and React warns about server and client markup', 5, 6],
    ['Suggestions show outdated results while typing quickly in search', 7, 8],
    ['End-to-end tests of the checkout fail in CI but pass locally', 9, 10],
    ['Our JavaScript bundle is suddenly much bigger', 11],
    ['Make the cart work offline', 12],
    ['Amounts in yen show two decimals', 13],
    ['The order page of the admins takes two seconds to load', 14, 15, 16],
    ['Paging through orders gets slow on late pages', 15, 16],
    ['The test of the returns page times out waiting for the gateway', 17],
    ['Migrate to the new version of the router', 18, 19],
    ['Where should we keep feature flags?', 20],
  ]),
  ...ask('log-shipper', [
    ['Log lines are missing after logrotate ran', 21, 22, 23],
    ['A file with invalid UTF-8 stops the reader', 24],
    ['Memory grows without end while the sink is down', 25, 26],
    ['After an outage all shippers retry together and overload the server', 27, 28],
    ['Which HTTP status codes should be retried for a batch?', 28],
    ['The position file is corrupt after a power loss', 29, 30],
    ['JSON serialisation uses too much CPU', 31, 32],
    ['Shutdown hangs forever because of a mutex', 33, 34],
    ['Build for aarch64 fails in the pipeline', 35],
    ['Latency of flush has spikes', 36],
    ['Compress batches before sending them', 37, 38, 39],
    ['The gateway answers 415 unsupported media type', 38, 39],
    ['Port already in use in integration tests', 40],
  ]),
  ...ask('data-pipeline', [
    ['Importing a huge CSV export kills the process: out of memory', 41, 42, 43],
    ['Day and month are swapped in dates from a supplier', 44],
    ['Nightly totals are doubled for some stores', 45, 46],
    ['Check that hourly and daily numbers agree', 47],
    ['Choose an orchestrator', 48],
    ['The join is slow because one customer has most of the rows', 49, 50],
    ['Tests need access to the warehouse', 51],
    ['A new numpy release broke the build', 52],
    ['Backfill historic events without hitting the API quota', 53, 54, 55],
    ['Anonymise phone numbers for the analysts', 56],
    ['A test depends on the current hour and sometimes fails', 57, 58],
    ['The supplier renamed columns in the file', 59],
    ['Memory leak in the streaming job', 60],
  ]),
  ...ask('infrastructure', [
    ['A colleague overwrote the terraform state', 61, 62],
    ['Renaming a module wants to destroy and recreate everything', 63, 64],
    ['The DNS provider throttles our records', 65, 69],
    ['A rolling update of the nodes drops jobs', 66, 67, 68],
    ['Storing logs is too expensive', 70],
    ['Reduce the permissions of the CI role', 71, 72],
    ['Can our database backup be restored?', 73, 74],
    ['A certificate expired; automate the renewal', 75],
    ['Deployments are slow', 77, 78],
    ['Somebody changed cloud resources by hand', 79],
    ['Stacks use different versions of a module', 80],
  ]),
];
