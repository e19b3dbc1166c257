import type { Envelope } from '@twicewise/contract';

/** Calls operations over HTTP as a browser or script would. */
export function httpSend(api: string, token: string) {
  return async (name: string, input: unknown, options: { key?: string } = {}): Promise<Envelope> => {
    const response = await fetch(`${api}/${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
      },
      body: JSON.stringify(input ?? {}),
    });
    return (await response.json()) as Envelope;
  };
}
