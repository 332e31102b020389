import { scanProfiles } from './scan-profiles.ts';

export const securityScanProfileActions = [...scanProfiles];
