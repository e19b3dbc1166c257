import { PRODUCT } from '@twicewise/contract';

/** The link of a session, by the id of its record, that leads to it on any machine with this memory. */
export function sessionLink(id: string): string {
  return `${PRODUCT.scheme}://session/${id}`;
}

/** The address of a session in this page; null where the page has none that others could open. */
export function sessionAddress(id: string, { protocol, origin, pathname }: Location): string | null {
  return protocol.startsWith('http') ? `${origin}${pathname}#/sessions?episode=${id}` : null;
}
