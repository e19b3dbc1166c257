import { createContext } from 'react';

/**
 * The keys that do not mean the current row at this time, because several are selected: they mean these, or wait until none is. A
 * card names none of them beside a decision about its row.
 */
export const SelectedKeys = createContext<readonly string[]>([]);
