/** GitLab's roles by access level, in words. */
export const roleNames: Readonly<Record<number, string>> = {
  0: 'no access',
  5: 'minimal access',
  10: 'guest',
  15: 'planner',
  20: 'reporter',
  25: 'security manager',
  30: 'developer',
  40: 'maintainer',
  50: 'owner',
  60: 'admin',
};
