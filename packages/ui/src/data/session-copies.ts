import { PRODUCT } from '@twicewise/contract';

/** The link of a session, by the id of its record; it works on any machine with this memory. */
export function sessionLink(id: string): string {
  return `${PRODUCT.scheme}://session/${id}`;
}

/** The address of a session in this page; null when others could not open this page. */
export function sessionAddress(id: string, { protocol, origin, pathname }: Location): string | null {
  return protocol.startsWith('http') ? `${origin}${pathname}#/sessions?episode=${id}` : null;
}
