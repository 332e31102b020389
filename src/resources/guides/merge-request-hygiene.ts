export const mergeRequestHygiene = `# Merge request hygiene

A merge request is read more often than it is written. These habits save its readers time.

## Creating

- One concern per merge request. Split a refactoring from the change that needs it.
- Small enough to review in one sitting: above some 400 changed lines reviewers begin to skim.
- The title says what changes, in the imperative. It becomes the merge commit.
- The description says why, what was decided against, how to try it, and what the reviewer should look at first. Add
  screenshots for anything visible.
- Link the issue: \`Closes #42\` closes it on merge, \`Related to #42\` only links.
- Mark it as a draft until you would merge it yourself. Read your own diff before you ask others to.
- Assign one person, ask the reviewers who know the code, set labels and milestone.

## Reviewing

- Answer within a working day, even if only to say when.
- Comment on the line. Say which comments must be settled before merging and which are taste.
- Offer a suggestion block for small fixes, the author can apply it with one click.
- The author answers each thread and pushes fixes as new commits, so that reviewers see what changed.
- Whoever opened a thread resolves it, unless the team has agreed otherwise.
- Approve when it makes the code better, not when it is perfect.

## Before merging

- The pipeline of the newest commit is green, not the one before it.
- No unresolved threads, enough approvals, no conflicts.
- Squash when the single commits tell nothing.

## After the merge

- Delete the source branch, check that the linked issues closed.
- Watch the pipeline of the target branch, and the deployment if there is one.
- Revert first when something broke, look for the cause afterwards.

## What to read here

- \`gitlab://project/{project_id}/mr/{merge_request_iid}\`: state, and whether it can be merged
- \`gitlab://project/{project_id}/mr/{merge_request_iid}/discussions\`: threads, resolved and open
- \`gitlab://project/{project_id}/mr/{merge_request_iid}/notes\`: everything that was said
`;
