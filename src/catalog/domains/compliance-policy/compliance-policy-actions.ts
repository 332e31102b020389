import { compliancePolicySettings } from './compliance-policy-settings.ts';

export const compliancePolicyActions = [...compliancePolicySettings];
