import { securityAttributes } from './security-attributes.ts';

export const securityAttributeActions = [...securityAttributes];
