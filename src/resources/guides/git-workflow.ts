export const gitWorkflow = `# Git workflow

How a change travels from an idea to the default branch.

## Branches

- The default branch is always releasable. Nobody pushes to it, changes arrive by merge request.
- One branch per change, short-lived: days, not weeks.
- Name it after its purpose: \`feature/…\`, \`fix/…\`, \`docs/…\`, \`chore/…\`. Start with the issue number, as in
  \`42-login-timeout\`, and GitLab links the two by itself.
- Delete the branch when it is merged.

## GitLab flow

1. Write down the problem in an issue.
2. Branch off the default branch.
3. Commit in small steps, push early, open a draft merge request: CI and reviewers can start.
4. Bring the branch up to date before review and before merging. Rebase what only you use, merge what others use.
5. Merge when the pipeline is green and the approvals are there.
6. What must be deployed in stages goes on from branch to branch (\`main\` to \`staging\` to \`production\`), never backwards.
7. A release is a tag on a commit that has been tested. A fix for an old release goes to the default branch first and is
   cherry-picked from there.

## Practical tips

- Protect the default branch and release branches, and allow force-push on neither.
- Fetch before you branch: a stale base is the usual cause of conflicts.
- Resolve a conflict by understanding both sides. When in doubt, ask whoever wrote the other one.
- Undo something published with a revert commit, never by rewriting history that others have.
- No secrets and no large binaries in a commit. A secret that was pushed is revoked, not deleted.

## What to read here

- \`gitlab://project/{project_id}\`: the default branch
- \`gitlab://project/{project_id}/branches\`: which branches exist, which are merged
- \`gitlab://project/{project_id}/pipelines/latest\`: whether the default branch is green
`;
