import { firstOf, itemsOf, type Task, type Thing } from './task.ts';

const project_id = 'orbital/ground-station';
const inProject = '/projects/orbital%2Fground-station';

const review: Task = {
  name: 'Review a merge request',
  async run(does) {
    const mergeRequest = { project_id, merge_request_iid: 6 };
    await does('get a merge request', 'merge_request.get', mergeRequest);
    await does('changes of a merge request', 'mr_review.changes_get', mergeRequest);
    await does('threads of a merge request', 'mr_review.discussion_list', mergeRequest);
    await does('comment on a line of a merge request', 'mr_review.discussion_create', {
      ...mergeRequest,
      body: 'An azimuth of 360 falls off the mask. Should it not wrap around?',
      path: 'src/scheduling/horizon.ts',
      line: 5,
    });
    await does('approve a merge request', 'merge_request.approve', mergeRequest);
  },
  async holds(ask) {
    const threads = itemsOf(await ask('GET', `${inProject}/merge_requests/6/discussions?per_page=100`));
    const approvals = (await ask('GET', `${inProject}/merge_requests/6/approvals`)) as Thing;
    const said = threads.flatMap(({ notes }) => itemsOf(notes));
    return (
      said.some(({ position }) => (position as Thing | null)?.['new_line'] === 5) &&
      itemsOf(approvals['approved_by']).some(({ user }) => (user as Thing)['username'] === 'alice')
    );
  },
};

const triage: Task = {
  name: 'Triage a red pipeline',
  async run(does) {
    const pipeline = await does('latest pipeline of a branch', 'pipeline.latest', { project_id, ref: 'main' });
    const jobs = await does('failed jobs of a pipeline', 'job.list', {
      project_id,
      pipeline_id: pipeline['id'],
      scope: 'failed',
    });
    const { id: job_id, name } = firstOf(jobs);
    await does('log of a job', 'job.trace', { project_id, job_id });
    await does('create an issue', 'issue.create', {
      project_id,
      title: `The job ${String(name)} fails on main`,
      description: 'The wind test turns the dish the long way in one run of ten.',
      labels: ['bug'],
    });
  },
  async holds(ask) {
    return itemsOf(await ask('GET', `${inProject}/issues?search=fails+on+main`)).length === 1;
  },
};

const release: Task = {
  name: 'Prepare a release',
  async run(does) {
    const { tag_name: from } = await does('latest release', 'release.get_latest', { project_id });
    const { commits } = await does('compare tag with branch', 'repository.compare', { project_id, from, to: 'main' });
    await does('create a release', 'release.create', {
      project_id,
      tag_name: 'v1.3.0',
      ref: 'main',
      name: 'Patience',
      description: itemsOf(commits)
        .map(({ title }) => `- ${String(title)}`)
        .join('\n'),
    });
  },
  async holds(ask) {
    const made = (await ask('GET', `${inProject}/releases/v1.3.0`)) as Thing;
    return String(made['description']).includes('- Show the next pass on the status page');
  },
};

const onboard: Task = {
  name: 'Onboard a member',
  async run(does) {
    const found = await does('find a user by name', 'user.list', { search: 'Dave' });
    const { id: user_id } = firstOf(found);
    await does('add a member to a project', 'project.member_add', { project_id, user_id, access_level: 'developer' });
    await does('create an issue', 'issue.create', {
      project_id,
      title: 'Welcome, Dave',
      description: 'Read the handbook, then pick an issue.',
      assignee_ids: [user_id],
    });
  },
  async holds(ask) {
    const members = itemsOf(await ask('GET', `${inProject}/members`));
    const issues = itemsOf(await ask('GET', `${inProject}/issues?assignee_username=dave`));
    return (
      members.some(({ username, access_level: level }) => username === 'dave' && level === 30) && issues.length === 1
    );
  },
};

const report: Task = {
  name: 'Weekly report',
  async run(does) {
    const since = '2026-02-23';
    const events = await does('what happened in a project this week', 'user.event_list_project', {
      project_id,
      after: since,
      per_page: 100,
    });
    const merged = await does('merged merge requests', 'merge_request.list', {
      project_id,
      state: 'merged',
      updated_after: since,
    });
    const closed = await does('closed issues', 'issue.list', { project_id, state: 'closed', updated_after: since });
    await does('write a wiki page', 'wiki.create', {
      project_id,
      title: 'Week 9',
      content: [
        `${itemsOf(events).length} events.`,
        ...[...itemsOf(merged), ...itemsOf(closed)].map(({ title }) => `- ${String(title)}`),
      ].join('\n'),
    });
  },
  async holds(ask) {
    return itemsOf(await ask('GET', `${inProject}/wikis`)).some(({ title }) => title === 'Week 9');
  },
};

const fix: Task = {
  name: 'Find and fix a file',
  async run(does) {
    const found = await does('search code', 'search.code', { project_id, query: 'ice before you clear' });
    const { path: file_path } = firstOf(found);
    const file = await does('read a file', 'repository.file_get', { project_id, file_path });
    await does('change a file', 'repository.file_update', {
      project_id,
      file_path,
      branch: 'docs/stall-reset',
      start_branch: 'main',
      commit_message: 'Say how a stall is cleared',
      content: String(file['content']).replace('before you clear it', 'then clear it with `gs rotator reset`'),
    });
    await does('open a merge request', 'merge_request.create', {
      project_id,
      source_branch: 'docs/stall-reset',
      target_branch: 'main',
      title: 'Say how a stall is cleared',
    });
  },
  async holds(ask) {
    const [made] = itemsOf(await ask('GET', `${inProject}/merge_requests?source_branch=docs/stall-reset`));
    const diffs = itemsOf(await ask('GET', `${inProject}/merge_requests/${String(made?.['iid'])}/diffs`));
    return diffs.length === 1 && String(diffs[0]?.['diff']).includes('+2. Code 7 is a stall: check for ice then clear');
  },
};

const plan: Task = {
  name: 'Plan a milestone',
  async run(does) {
    const { id: milestone_id } = await does('create a milestone', 'project.milestone_create', {
      project_id,
      title: 'v2.1',
      due_date: '2026-05-29',
    });
    const open = await does('list open issues', 'issue.list', {
      project_id,
      state: 'opened',
      labels: ['scheduling'],
    });
    for (const { iid: issue_iid } of itemsOf(open)) {
      await does('put an issue into a milestone', 'issue.update', { project_id, issue_iid, milestone_id });
    }
  },
  async holds(ask) {
    return itemsOf(await ask('GET', `${inProject}/issues?milestone=v2.1`)).length > 0;
  },
};

const rotate: Task = {
  name: 'Rotate an expiring token',
  async run(does) {
    const site = { project_id: 'acme/site' };
    const tokens = await does('access tokens of a project', 'access.token_project_list', site);
    const { id: token_id } = firstOf(tokens, ({ active, expires_at: day }) => active === true && String(day) < '2027');
    await does('rotate a project access token', 'access.token_project_rotate', {
      ...site,
      token_id,
      expires_at: '2027-02-01',
    });
  },
  async holds(ask) {
    const tokens = itemsOf(await ask('GET', '/projects/acme%2Fsite/access_tokens'));
    return tokens.some(({ active, expires_at: day }) => active === true && day === '2027-02-01');
  },
};

const clean: Task = {
  name: 'Clean merged branches',
  async prepare(ask) {
    await ask('PUT', `${inProject}/merge_requests/5/merge`, { squash: false, should_remove_source_branch: false });
  },
  async run(does) {
    await does('list branches', 'branch.list', { project_id });
    await does('delete all merged branches', 'branch.delete_merged', { project_id });
    await does('list branches', 'branch.list', { project_id });
  },
  async holds(ask) {
    const names = itemsOf(await ask('GET', `${inProject}/repository/branches`)).map(({ name }) => name);
    return !names.includes('feature/doppler') && names.includes('fix/rotator-stall');
  },
};

const answer: Task = {
  name: 'Answer open threads',
  async run(does) {
    const mergeRequest = { project_id, merge_request_iid: 5 };
    const threads = await does('unresolved threads of a merge request', 'mr_review.discussion_list', {
      ...mergeRequest,
      unresolved_only: true,
    });
    for (const { id: discussion_id } of itemsOf(threads)) {
      const thread = { ...mergeRequest, discussion_id };
      await does('reply to a thread', 'mr_review.discussion_reply', { ...thread, body: 'Done in the next push.' });
      await does('resolve a thread', 'mr_review.discussion_resolve', { ...thread, resolved: true });
    }
  },
  async holds(ask) {
    const threads = itemsOf(await ask('GET', `${inProject}/merge_requests/5/discussions?per_page=100`));
    const notes = threads.flatMap((thread) => itemsOf(thread['notes']));
    return notes.every(({ resolvable, resolved }) => resolvable !== true || resolved === true);
  },
};

/** What the server is measured by beside its speed: how much it takes to get something done. */
export const tasks: readonly Task[] = [review, triage, release, onboard, report, fix, plan, rotate, clean, answer];
