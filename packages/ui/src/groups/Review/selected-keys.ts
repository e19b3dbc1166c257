import { createContext } from 'react';

/** The keys that mean the selected rows at this time; beside a decision about one of them a card names none of these. */
export const SelectedKeys = createContext<readonly string[]>([]);
