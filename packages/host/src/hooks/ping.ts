/** An event that no agent has. A hook answers it with the product's name, so a test can tell a working hook from a silent one. */
export const PING = 'TwicewisePing';
