export const conventionalCommits = `# Conventional commits

A fixed form for commit messages, from which people and tools can tell what kind of change it is and what the next
version is.

## Format

\`\`\`
<type>(<scope>): <description>

<body>

<footer>
\`\`\`

- **type**: from the list below, lower case.
- **scope**: optional, the part of the code, one word.
- **description**: imperative, no full stop, the whole line within 72 characters.
- **body**: optional, after an empty line. Why it was done, and what a reader cannot see in the diff.
- **footer**: optional. References (\`Closes #42\`), co-authors, breaking changes.

## Types

| type | for | version |
| --- | --- | --- |
| feat | something users can now do | minor |
| fix | something that works now | patch |
| perf | the same, faster | patch |
| refactor | the same behaviour, other code | none |
| docs | documentation only | none |
| test | tests only | none |
| build | build system, dependencies | none |
| ci | pipeline configuration | none |
| chore | upkeep that fits nowhere else | none |
| revert | takes an earlier commit back | as that commit |

## Breaking changes

An exclamation mark before the colon, or a footer, or both. Either asks for a major version.

\`\`\`
feat(api)!: return times in UTC

BREAKING CHANGE: clients that expect local time must convert.
\`\`\`

## Examples

\`\`\`
feat(search): find projects by topic
fix(login): keep the session when the clock jumps
docs: say which ports the runner needs
ci: cache dependencies between jobs
\`\`\`

## Habits

- One commit, one reason. If the description needs an "and", make two.
- The title of a squashed merge request becomes the commit, so it follows the same form.
- GitLab builds a changelog from commit trailers (\`Changelog: added\`). Both conventions can live side by side.
`;
