export const codeReview = `# Code review

Questions to ask of a change, the dear ones first. Stop at the first "no" that makes the rest pointless.

## Is it the right change?

- Does it solve the problem of the linked issue, and only that?
- Is there a simpler way, or code that does this already?

## Correctness

- What happens with nothing, one, very many, the same twice, the wrong type, other people's time zones?
- Errors: are they handled where something can be done about them, and is nothing swallowed?
- Concurrency: what if two of these run at once, or one stops halfway?
- Are migrations, configuration and old clients still fine, and can it be rolled back?

## Security

- Is every input that others control checked, and checked on the server?
- Does the caller have to have the right to do this, on every path?
- Are queries, shell commands, paths and HTML built so that input stays data?
- No secret in code, log, error message or test. New dependencies: needed, maintained, licensed?

## Testing

- Would the tests fail without the change?
- Is the failure path tested, not only the sunny one?
- Do the tests describe behaviour rather than repeat the code?

## Quality

- Would a newcomer look for this code here?
- Do the names say what things are? Does a comment say why, where the code cannot?
- What could be deleted?

## Performance

- Queries, requests or allocations inside a loop? Unbounded lists, caches or waits?
- Does the cost grow with what the largest customer has?

## Documentation

- Does a user notice the change? Then documentation and changelog do, too.
- Is a decision that will be questioned later written down?

## Manner

- Review the code, not the person. Ask before you assert.
- Mark what must change, what should, and what is a remark.
- Say what is good, too. It tells the author what to do again.

## What to read here

- \`gitlab://project/{project_id}/mr/{merge_request_iid}\`: what is to be merged where
- \`gitlab://project/{project_id}/mr/{merge_request_iid}/discussions\`: what others have said
- \`gitlab://project/{project_id}/file/{ref}/{+path}\`: a file as it is on a branch
`;
