import { guidedFlows } from './guided-flows.ts';

export const interactiveActions = [...guidedFlows];
