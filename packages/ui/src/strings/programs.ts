/** Browsers introduce themselves by a line of versions that tells a person nothing; all of them begin like this. */
const BROWSER = /^Mozilla\/\d/;

/** The program behind a call, as people name it. */
export function programName(client: string): string {
  return BROWSER.test(client) ? 'Browser' : client;
}
