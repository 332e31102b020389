import { orbit } from './orbit.ts';

export const orbitActions = [...orbit];
