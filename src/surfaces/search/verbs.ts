/** What a verb asks for. A verb that only narrows (`open`, `failed`) is not in this table. */
export type Intent = 'read' | 'write' | 'destroy';

interface VerbClass {
  readonly intent: Intent;
  readonly verbs: string;
  /** A change that an action may make by destroying something. */
  readonly destroys?: true;
  /** How well a verb of another class serves, from 0 to 1. */
  readonly near?: Readonly<Record<string, number>>;
}

/**
 * Verbs that people use for the same thing, by class. Inside a class one word serves nearly as well as another, a near
 * class serves in part. A verb may stand in one class only; where two fit, the more frequent use decides.
 */
export const verbClasses = {
  list: { intent: 'read', verbs: 'list enumerate browse collect gather ls', near: { get: 0.6, search: 0.7 } },
  get: {
    intent: 'read',
    verbs:
      'get show view read display fetch retrieve see inspect describe explain summarize summarise examine analyze analyse investigate tell look print detail check load return pull grab obtain cat tail peek dump present output',
    near: { list: 0.55, search: 0.4, download: 0.45 },
  },
  search: {
    intent: 'read',
    verbs: 'search find query grep locate lookup seek discover filter scan hunt',
    near: { list: 0.75, get: 0.5 },
  },
  review: { intent: 'read', verbs: 'review', near: { get: 0.6 } },
  download: { intent: 'read', verbs: 'download', near: { get: 0.6, export: 0.5 } },
  export: {
    intent: 'write',
    verbs: 'export',
    near: { schedule: 0.5, start: 0.5, run: 0.5, download: 0.3, create: 0.4 },
  },
  compare: { intent: 'read', verbs: 'compare diff' },
  count: { intent: 'read', verbs: 'count statistics', near: { get: 0.3 } },
  wait: { intent: 'read', verbs: 'wait await poll' },
  validate: { intent: 'read', verbs: 'lint validate verify check' },
  create: {
    intent: 'write',
    verbs:
      'create add new make raise file write post insert generate register define report setup cut save store log record prepare draft define compose produce establish introduce provision mint initiate spawn install plan book split queue enqueue mirror paste jot sketch build construct form',
    near: { update: 0.35, run: 0.3, publish: 0.4, upload: 0.4, set: 0.5, invite: 0.5, schedule: 0.4 },
  },
  update: {
    intent: 'write',
    verbs:
      'update edit change modify rename adjust alter correct rewrite replace tweak fix convert switch adapt amend revise extend append overwrite override patch hide flip toggle bump downgrade upgrade demote reword rephrase swap increase decrease lower postpone customize customise require enforce repair mask unmask classify retitle relabel retarget recolor recolour reclassify repoint prolong shorten shrink enlarge reformat reschedule polish rework refine loosen tighten relax',
    near: { set: 0.85, close: 0.5, reopen: 0.5, rotate: 0.5, enable: 0.5, disable: 0.5, assign: 0.5 },
  },
  set: { intent: 'write', verbs: 'set configure put specify', near: { update: 0.85, create: 0.6 } },
  tag: { intent: 'write', verbs: 'tag', near: { create: 0.7, update: 0.5 } },
  close: { intent: 'write', verbs: 'close finish complete abandon dismiss end', near: { update: 0.6, resolve: 0.4 } },
  reopen: { intent: 'write', verbs: 'reopen', near: { update: 0.6 } },
  assign: { intent: 'write', verbs: 'assign reassign unassign delegate', near: { update: 0.65, create: 0.3 } },
  merge: { intent: 'write', verbs: 'merge accept squash land integrate' },
  approve: { intent: 'write', verbs: 'approve endorse greenlight' },
  unapprove: { intent: 'write', verbs: 'unapprove disapprove' },
  retry: { intent: 'write', verbs: 'retry rerun restart redo repeat relaunch rebuild resend', near: { run: 0.4 } },
  cancel: {
    intent: 'write',
    verbs: 'cancel stop abort kill halt interrupt terminate',
    near: { disable: 0.5, detach: 0.4, unsubscribe: 0.4, delete: 0.3, revoke: 0.6 },
  },
  run: {
    intent: 'write',
    verbs: 'run start launch execute trigger play begin invoke dispatch fire',
    near: { create: 0.7 },
  },
  enable: { intent: 'write', verbs: 'enable activate allow permit', near: { update: 0.6, create: 0.4, set: 0.6 } },
  block: { intent: 'write', verbs: 'block suspend' },
  unblock: { intent: 'write', verbs: 'unblock reactivate', near: { enable: 0.6 } },
  unban: { intent: 'write', verbs: 'unban' },
  revert: { intent: 'write', verbs: 'revert undo rollback' },
  pick: { intent: 'write', verbs: 'pick apply backport cherrypick port' },
  freeze: { intent: 'write', verbs: 'freeze', near: { create: 0.7 } },
  fork: { intent: 'write', verbs: 'fork clone copy' },
  unstar: { intent: 'write', verbs: 'unstar' },
  rebase: { intent: 'write', verbs: 'rebase', near: { update: 0.3 } },
  award: { intent: 'write', verbs: 'award reward', near: { create: 0.4, invite: 0.5 } },
  test: { intent: 'write', verbs: 'test', near: { run: 0.6, validate: 0.5 } },
  confirm: { intent: 'write', verbs: 'confirm', near: { mark: 0.5 } },
  keep: { intent: 'write', verbs: 'keep preserve retain' },
  reorder: { intent: 'write', verbs: 'reorder rearrange sort prioritize prioritise', near: { move: 0.5, update: 0.5 } },
  request: { intent: 'write', verbs: 'request', near: { create: 0.4 } },
  star: { intent: 'write', verbs: 'star bookmark favorite favourite' },
  ban: { intent: 'write', verbs: 'ban' },
  pause: { intent: 'write', verbs: 'pause resume unpause', near: { update: 0.65 } },
  move: { intent: 'write', verbs: 'move transfer migrate relocate shift mv forward transplant reroute' },
  subscribe: { intent: 'write', verbs: 'subscribe watch follow notify' },
  unsubscribe: { intent: 'write', verbs: 'unsubscribe unwatch unfollow mute' },
  protect: { intent: 'write', verbs: 'protect lock restrict prevent forbid disallow' },
  link: { intent: 'write', verbs: 'link relate connect hook tie associate couple', near: { create: 0.6 } },
  share: { intent: 'write', verbs: 'share', near: { invite: 0.6, create: 0.4 } },
  invite: { intent: 'write', verbs: 'invite grant give', near: { create: 0.7, share: 0.5 } },
  rotate: { intent: 'write', verbs: 'rotate renew regenerate refresh', near: { update: 0.5, reset: 0.6 } },
  reset: { intent: 'write', verbs: 'reset forget zero', near: { rotate: 0.5 } },
  publish: { intent: 'write', verbs: 'publish submit push release send', near: { create: 0.55, upload: 0.6 } },
  upload: { intent: 'write', verbs: 'upload attach', near: { create: 0.65, publish: 0.6, set: 0.4 } },
  import: { intent: 'write', verbs: 'import' },
  schedule: { intent: 'write', verbs: 'schedule', near: { create: 0.5 } },
  resolve: { intent: 'write', verbs: 'resolve unresolve' },
  archive: { intent: 'write', verbs: 'archive' },
  restore: { intent: 'write', verbs: 'restore undelete recover unarchive revive reinstate' },
  reply: { intent: 'write', verbs: 'reply answer respond', near: { create: 0.6 } },
  comment: {
    intent: 'write',
    verbs: 'comment ask mention say discuss',
    near: { create: 0.7, reply: 0.4 },
  },
  estimate: { intent: 'write', verbs: 'estimate', near: { set: 0.8, update: 0.5 } },
  sync: { intent: 'write', verbs: 'sync synchronize synchronise', near: { run: 0.5, update: 0.4 } },
  react: { intent: 'write', verbs: 'react upvote like vote', near: { create: 0.55 } },
  mark: { intent: 'write', verbs: 'mark', near: { update: 0.7, set: 0.6 } },
  promote: { intent: 'write', verbs: 'promote' },
  delete: {
    intent: 'destroy',
    verbs:
      'delete remove destroy erase drop purge wipe discard trash eliminate unset nuke scrap strip uninstall kick expel evict oust rm ditch unregister deregister deprovision offboard',
    near: { update: 0.35, revoke: 0.75, unlink: 0.75, detach: 0.7, disable: 0.5, clean: 0.6 },
  },
  clean: { intent: 'destroy', verbs: 'clean cleanup prune clear', near: { delete: 0.75 } },
  revoke: { intent: 'destroy', verbs: 'revoke invalidate', near: { delete: 0.75 } },
  unlink: { intent: 'destroy', verbs: 'unlink disconnect unfork', near: { delete: 0.75 } },
  detach: { intent: 'destroy', verbs: 'detach', near: { delete: 0.7 } },
  disable: {
    intent: 'write',
    destroys: true,
    verbs: 'disable deactivate',
    near: { delete: 0.45, update: 0.7, unpublish: 0.6 },
  },
  deny: { intent: 'destroy', verbs: 'deny reject decline refuse', near: { delete: 0.3 } },
  unprotect: { intent: 'destroy', verbs: 'unprotect unlock', near: { delete: 0.4 } },
  unshare: { intent: 'destroy', verbs: 'unshare', near: { delete: 0.7 } },
  unpublish: { intent: 'destroy', verbs: 'unpublish', near: { delete: 0.7 } },
} as const satisfies Readonly<Record<string, VerbClass>>;

/** Verbs that are just as often nouns: they are meant as verbs only where a verb stands, at the start. */
export const nounVerbs =
  'award request copy test plan book keep sort land vote draft return pull load patch switch clone review tag record link comment freeze fork star log estimate merge release archive report file post query detail check set run start play trigger schedule like move watch lock share block mark import export search diff count statistics answer reply look push view change save clean paste queue mirror hook form port build split output present scan';
