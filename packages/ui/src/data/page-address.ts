/** The address of what this page shows after the `#`; null when others could not open the page. */
export function pageAddress({ protocol, origin, pathname }: Location, hash: string): string | null {
  return protocol.startsWith('http') ? `${origin}${pathname}${hash}` : null;
}
