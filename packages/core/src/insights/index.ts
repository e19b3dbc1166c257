export { type InsightRequest, readInsights } from './insights.ts';
