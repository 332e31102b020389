import { securityFindings } from './security-findings.ts';

export const securityFindingActions = [...securityFindings];
