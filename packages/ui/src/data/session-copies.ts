import { PRODUCT } from '@twicewise/contract';
import { pageAddress } from './page-address.ts';

/** The link of a session, by the id of its record; it works on any machine with this memory. */
export function sessionLink(id: string): string {
  return `${PRODUCT.scheme}://session/${id}`;
}

/** The address of a session in this page; null when others could not open this page. */
export function sessionAddress(id: string, location: Location): string | null {
  return pageAddress(location, `#/sessions?episode=${id}`);
}
