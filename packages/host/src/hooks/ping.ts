/** Event that no agent has: a hook answers it with its product, so that one can tell a hook that works from a silent one. */
export const PING = 'TwicewisePing';
