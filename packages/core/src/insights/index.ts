export { readInsights } from './insights.ts';
export { StatementKeys } from './statement-keys.ts';
