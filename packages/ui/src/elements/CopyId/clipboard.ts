/** Copies a text; false when the browser does not allow it, or has no clipboard on such a page. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
