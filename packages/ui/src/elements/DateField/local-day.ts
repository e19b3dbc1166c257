// Apart from what reads and lists days, because every screen that says when something was needs this.

/** A day as fields and links have it, such as `2026-11-25`. */
export function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** The local day of an instant. */
export function localDay(at: Date): string {
  return dayText(at.getFullYear(), at.getMonth(), at.getDate());
}

/** The local day and minute of an instant, such as `2026-11-25T14:30`. */
export function localMinute(at: Date): string {
  const [hour, minute] = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'));
  return `${localDay(at)}T${hour}:${minute}`;
}
