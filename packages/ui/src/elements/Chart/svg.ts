/** The style properties that a saved drawing needs from the page. */
const PROPERTIES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'fill-opacity', 'font-size'];

/** A drawing of the page as its own file: styles are written into it, because it leaves the style sheet behind. */
export function toSvgFile(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const shown = [drawing, ...drawing.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(shown[index] as Element);
    for (const name of PROPERTIES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  }
  for (const cursor of copy.querySelectorAll('[data-cursor]')) cursor.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('font-family', 'Inter, system-ui, sans-serif');
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Saves a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves a file where the browser puts downloads. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Delayed, because the browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
