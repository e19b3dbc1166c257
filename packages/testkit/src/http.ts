import type { Envelope } from '@twicewise/contract';

/**
 * The headers that a browser adds to requests of our own page, and that no script can set. The host recognises a person by them.
 */
export function asPage(api: string): Record<string, string> {
  return { origin: new URL(api).origin, 'sec-fetch-site': 'same-origin' };
}

/** Calls operations over HTTP, by default as our page in a browser does. */
export function httpSend(api: string, token: string, headers?: Record<string, string>) {
  return async (name: string, input: unknown, options: { key?: string } = {}): Promise<Envelope> => {
    const response = await fetch(`${api}/${name}`, {
      method: 'POST',
      headers: {
        ...(headers ?? asPage(api)),
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      },
      body: JSON.stringify(input ?? {}),
    });
    return (await response.json()) as Envelope;
  };
}
