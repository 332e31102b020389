# What people script with the gitlab gem.
#
# `ruby ruby_gitlab.rb SCENARIO` runs one scenario against $GITLAB_URL, with the tokens of $GITLAB_TOKENS (JSON, by the
# name of the user), and prints what it saw as JSON.

require 'base64'
require 'gitlab'
require 'json'
require 'tmpdir'

TOKENS = JSON.parse(ENV.fetch('GITLAB_TOKENS'))
STATION = 'orbital/ground-station'.freeze

def sign_in(name = 'alice', **options)
  Gitlab.client(endpoint: "#{ENV.fetch('GITLAB_URL')}/api/v4", private_token: TOKENS.fetch(name), **options)
end

# What the gem makes of a refusal: its error, the status, and the message it put together. The address at the end of that
# message is the port of the day.
def refusal
  yield
  nil
rescue Gitlab::Error::ResponseError => e
  message = e.message[/message: (.*)\. Request URI: http/m, 1]
  [e.class.name.split('::').last, e.response_status, message]
end

def fields(objects)
  [*objects].map { |each| each.to_h.keys.sort }.uniq
end

SCENARIOS = {
  'people' => lambda {
    gl = sign_in
    {
      me: gl.user.username,
      bob: gl.users(username: 'bob').map(&:id),
      title: gl.user(gl.users(username: 'bob').first.id).job_title,
      found: gl.user_search('carol').map(&:username),
      version: gl.version.version,
      # A short token goes into another header than a long one.
      oauth: sign_in('oauth').user.username,
      sudo: sign_in('root', sudo: 'bob').user.username
    }
  },

  'projects' => lambda {
    gl = sign_in
    group = gl.group('acme')
    project = gl.create_project('Mast Camera', namespace_id: group.id, initialize_with_readme: true, topics: %w[camera])
    gl.edit_project(project.id, description: 'Looks at the mast.', merge_method: 'ff')
    gl.star_project(project.id)
    gl.archive_project(project.id)
    read = gl.project('acme/mast-camera')
    gl.unarchive_project(project.id)
    fork = gl.create_fork(project.id, namespace: 'alice', path: 'my-camera')
    {
      created: [project.path_with_namespace, project.topics, project.default_branch],
      read: [read.description, read.merge_method, read.star_count, read.archived],
      fork: [fork.path_with_namespace, fork.forked_from_project.path_with_namespace],
      found: gl.project_search('mast', search_namespaces: false).map(&:path_with_namespace).sort,
      deleted: gl.delete_project(project.id).to_h,
      marked: !gl.project(project.id).marked_for_deletion_on.nil?,
      taken: refusal { gl.create_project('Mast Camera', namespace_id: group.id) }
    }
  },

  'pages' => lambda {
    gl = sign_in
    first = gl.projects(per_page: 3, order_by: 'id', sort: 'asc')
    labelled = gl.issues(STATION, labels: 'bug,antenna', state: 'all', per_page: 1)
    {
      first: [first.length, first.has_next_page?, first.has_prev_page?, first.has_last_page?],
      second: first.next_page.map(&:id),
      last: first.last_page.map(&:id),
      all: first.auto_paginate.map(&:id),
      five: first.paginate_with_limit(5).map(&:id),
      keyset: gl.projects(pagination: 'keyset', order_by: 'id', sort: 'asc', per_page: 3).auto_paginate.map(&:id),
      jobs: gl.jobs(STATION, per_page: 20).auto_paginate.map(&:id).then { |ids| [ids.length > 20, ids == ids.uniq] },
      uncounted: gl.jobs(STATION, per_page: 20).has_last_page?,
      labelled: [labelled.has_next_page?, labelled.auto_paginate.length > 1],
      beyond: gl.projects(page: 99).length
    }
  },

  'groups_and_members' => lambda {
    gl = sign_in
    group = gl.create_group('Weather', 'weather')
    child = gl.create_group('Wind', 'wind', parent_id: group.id)
    erin = gl.users(username: 'erin').first.id
    gl.add_group_member(group.id, erin, 30)
    gl.edit_group_member(group.id, erin, 40)
    project = gl.create_project('Gusts', namespace_id: child.id)
    bob = gl.users(username: 'bob').first.id
    gl.add_team_member(project.id, bob, 20)
    {
      subgroups: gl.group_subgroups('weather').map(&:full_path),
      projects: gl.group_projects('weather', include_subgroups: true).map(&:path_with_namespace),
      members: gl.group_members(group.id).map { |each| [each.username, each.access_level] },
      direct: gl.team_members(project.id).map(&:username),
      all: gl.all_members(project.id).map(&:username).sort,
      removed: [gl.remove_group_member(group.id, erin), gl.remove_team_member(project.id, bob)].map(&:to_h),
      left: refusal { gl.group_member(group.id, erin) },
      already: refusal { gl.add_group_member(group.id, gl.user.id, 30) },
      taken: refusal { gl.create_group('Weather', 'weather') },
      wrong_level: refusal { gl.add_group_member(group.id, bob, 33) }
    }
  },

  'issues' => lambda {
    gl = sign_in
    issue = gl.create_issue(
      'acme/site', 'The map is upside down',
      description: '- [ ] turn it', labels: 'cartography,urgent', assignee_ids: [gl.user.id], due_date: '2026-12-24'
    )
    gl.edit_issue('acme/site', issue.iid, title: 'The map is mirrored', remove_labels: 'cartography')
    note = gl.create_issue_note('acme/site', issue.iid, 'Seen on the ferry: 2 + 2 = "4" & more.')
    gl.edit_issue_note('acme/site', issue.iid, note.id, 'Seen on both ferries.')
    gl.estimate_time_of_issue('acme/site', issue.iid, '3h')
    gl.add_time_spent_on_issue('acme/site', issue.iid, '45m')
    other = gl.create_issue('acme/site', 'Print it again')
    gl.create_issue_link('acme/site', issue.iid, 'acme/site', other.iid)
    gl.close_issue('acme/site', issue.iid)
    read = gl.issue('acme/site', issue.iid)
    {
      read: [read.title, read.labels, read.state, read.assignee.username, read.due_date],
      times: gl.time_stats_for_issue('acme/site', issue.iid).to_h.values_at('human_time_estimate', 'human_total_time_spent'),
      written: note.body,
      notes: gl.issue_notes('acme/site', issue.iid, activity_filter: 'only_comments').map(&:body),
      links: gl.issue_links('acme/site', issue.iid).map(&:title),
      mine: gl.issues(nil, scope: 'assigned_to_me', search: 'mirrored').map(&:iid) == [issue.iid],
      reopened: gl.reopen_issue('acme/site', issue.iid).state,
      blank: refusal { gl.create_issue('acme/site', '') },
      wrong_date: refusal { gl.create_issue('acme/site', 'x', due_date: 'soon') },
      missing: refusal { gl.issue('acme/site', 987_654) },
      deleted: gl.delete_issue('acme/site', issue.iid).to_h
    }
  },

  'merge_requests' => lambda {
    gl = sign_in
    bob = sign_in('bob')
    project = gl.create_project('Review', namespace_id: gl.group('orbital').id, initialize_with_readme: true).id
    gl.create_commit(
      project, 'feature/horizon', 'Mask the horizon',
      [{ action: 'create', file_path: 'src/horizon.txt', content: "one\ntwo\n" }], start_branch: 'main'
    )
    request = gl.create_merge_request(
      project, 'Draft: Mask', source_branch: 'feature/horizon', target_branch: 'main', labels: 'optics,survey'
    )
    seen = {
      created: [request.iid, request.draft, request.labels],
      draft: refusal { gl.accept_merge_request(project, request.iid) },
      changes: gl.merge_request_changes(project, request.iid).changes.map { |each| each['diff'] },
      commits: gl.merge_request_commits(project, request.iid).map(&:title),
      versions: gl.merge_request_diff_versions(project, request.iid).length,
      twice: refusal do
        gl.create_merge_request(project, 'Again', source_branch: 'feature/horizon', target_branch: 'main')
      end
    }
    gl.update_merge_request(project, request.iid, title: 'Mask')
    refs = gl.merge_request(project, request.iid).diff_refs.to_h
    thread = bob.create_merge_request_discussion(
      project, request.iid,
      body: 'Why two?',
      position: { **refs, position_type: 'text', old_path: 'src/horizon.txt', new_path: 'src/horizon.txt', new_line: 2 }
    )
    gl.create_merge_request_discussion_note(project, request.iid, thread.id, body: 'One each way.')
    gl.resolve_merge_request_discussion(project, request.iid, thread.id, resolved: true)
    notes = gl.merge_request_discussion(project, request.iid, thread.id).notes
    bob.approve_merge_request(project, request.iid, sha: refs['head_sha'])
    seen.merge(
      thread: notes.map { |each| each.values_at('type', 'body', 'resolved') },
      line: notes.first['position'].values_at('old_line', 'new_line'),
      approved_by: gl.merge_request_approvals(project, request.iid).approved_by.map { |each| each['user']['username'] },
      approved_twice: refusal { bob.approve_merge_request(project, request.iid) },
      may_not: refusal { sign_in('carol').accept_merge_request(project, request.iid) },
      stale: refusal { gl.accept_merge_request(project, request.iid, sha: '0' * 40) }&.first(2),
      merged: gl.accept_merge_request(project, request.iid, should_remove_source_branch: true)
                .to_h.values_at('state', 'merge_when_pipeline_succeeds'),
      branch: refusal { gl.branch(project, 'feature/horizon') }
    )
  },

  'pipelines' => lambda {
    gl = sign_in
    pipeline = gl.create_pipeline(STATION, 'main', DEPTH: '3')
    canceled = gl.cancel_pipeline(STATION, pipeline.id).status
    retried = gl.retry_pipeline(STATION, pipeline.id).status
    jobs = gl.pipeline_jobs(STATION, pipeline.id)
    job = gl.jobs(STATION, scope: ['success'], per_page: 100).find { |each| each.respond_to?(:artifacts_file) }
    trace = gl.job_trace(STATION, job.id)
    archive = gl.job_artifacts_download(STATION, 'main', job.name)
    again = gl.job_retry(STATION, job.id)
    gl.job_erase(STATION, job.id)
    {
      created: [pipeline.ref, pipeline.source, pipeline.status],
      later: [canceled, retried, jobs.length > 1],
      deleted: gl.delete_pipeline(STATION, pipeline.id).to_h,
      gone: refusal { gl.pipeline(STATION, pipeline.id) },
      trace: [trace.include?('section_start:'), trace.include?("\e[0K")],
      archive: archive.read(2),
      again: [again.name == job.name, again.id == job.id],
      erased: [gl.job(STATION, job.id).erased_at.nil?, gl.job_trace(STATION, job.id)],
      unplayable: refusal { gl.job_play(STATION, job.id) },
      unknown_ref: refusal { gl.create_pipeline(STATION, 'nowhere') }
    }
  },

  'stored_artifacts' => lambda {
    gl = sign_in
    job = gl.jobs(STATION, scope: ['success'], per_page: 100).find { |each| each.respond_to?(:artifacts_file) }
    refusal { gl.job_artifacts(STATION, job.id) }&.first(2)
  },

  'repository' => lambda {
    gl = sign_in
    project = gl.create_project('Notebook', namespace_id: gl.group('acme').id, initialize_with_readme: true).id
    path = 'notes/first draft (été).md'
    made = gl.create_file(project, path, 'main', "tea\n", 'Add tea')
    gl.edit_file(project, path, 'main', "tea\ncake\n", 'Add cake', author_name: 'Ada', author_email: 'ada@example.com')
    file = gl.get_file(project, path, 'main')
    commit = gl.create_commit(
      project, 'wip/two-files', "Two files\n\nAnd why.",
      [
        { action: 'create', file_path: 'a.txt', content: "a\n" },
        { action: 'move', file_path: 'b.md', previous_path: path }
      ],
      start_branch: 'main'
    )
    gl.create_commit_comment(project, commit.id, 'Neat.', path: 'a.txt', line: 1, line_type: 'new')
    gl.update_commit_status(project, commit.id, 'success', name: 'spelling')
    branch = gl.create_branch(project, 'été/100%', 'wip/two-files')
    tag = gl.create_tag(project, 'v1.0/rc', 'main', 'Nearly')
    {
      made: made.to_h,
      content: Base64.decode64(file.content).force_encoding('UTF-8'),
      raw: gl.file_contents(project, path, 'main'),
      blame: gl.get_file_blame(project, path, 'main').map { |each| [each.commit.author_name, each.lines] },
      commit: [commit.title, commit.stats.to_h],
      diff: gl.commit_diff(project, commit.id).map(&:new_path),
      comments: gl.commit_comments(project, commit.id).map { |each| [each.note, each.line] },
      statuses: gl.commit_status(project, commit.id).map(&:name),
      log: gl.commits(project, ref_name: 'main').map(&:title),
      tree: gl.tree(project, ref: 'wip/two-files', recursive: true).map(&:path),
      compare: gl.compare(project, 'main', 'wip/two-files').commits.map { |each| each['title'] },
      branch: [gl.branch(project, branch.name).commit.id == commit.id, gl.delete_branch(project, branch.name).to_h],
      tag: [tag.message, gl.tag(project, 'v1.0/rc').name],
      archive: gl.repo_archive(project, 'main', 'zip').read(2),
      dropped: gl.remove_file(project, path, 'main', 'Drop it').to_h,
      missing: refusal { gl.get_file(project, path, 'main') },
      unknown_ref: refusal { gl.get_file(project, path, 'nowhere') },
      exists: refusal { gl.create_branch(project, 'main', 'main') }
    }
  },

  'writing' => lambda {
    gl = sign_in
    label = gl.create_label('acme/site', 'Wind & rain', '#AABBCC', priority: 2)
    gl.edit_label('acme/site', 'Wind & rain', new_name: 'Weather')
    milestone = gl.create_milestone('acme/site', 'Spring', due_date: '2026-05-31')
    gl.edit_milestone('acme/site', milestone.id, state_event: 'close')
    page = gl.create_wiki('acme/site', 'Draw maps', '# Maps')
    gl.update_wiki('acme/site', page.slug, title: 'Draw good maps', content: '# Good maps', format: 'markdown')
    snippet = gl.create_snippet('acme/site', title: 'Scale', file_name: 'scale.py', content: 'print(1)', visibility: 'private')
    gl.create_tag('acme/site', 'map-1', 'main')
    release = gl.create_project_release('acme/site', tag_name: 'map-1', name: 'First map', description: 'All of it.')
    gl.create_variable('acme/site', 'DEPTH', 'three')
    {
      label: [label.color, label.priority, gl.labels('acme/site').map(&:name).include?('Weather')],
      milestone: [gl.milestone('acme/site', milestone.id).state, milestone.due_date],
      page: [gl.wiki('acme/site', 'Draw-good-maps').content, gl.wikis('acme/site').map(&:slug).include?('Draw-good-maps')],
      snippet: gl.snippet_content('acme/site', snippet.id),
      release: [release.name, gl.project_release('acme/site', 'map-1').assets.to_h['count']],
      variable: gl.update_variable('acme/site', 'DEPTH', 'four').value,
      deleted: [
        gl.delete_wiki('acme/site', 'Draw-good-maps'), gl.delete_milestone('acme/site', milestone.id),
        gl.delete_label('acme/site', 'Weather'), gl.delete_snippet('acme/site', snippet.id),
        gl.remove_variable('acme/site', 'DEPTH')
      ].map(&:to_h),
      release_deleted: gl.delete_project_release('acme/site', 'map-1').name,
      label_gone: refusal { gl.delete_label('acme/site', 'Weather') },
      wrong_colour: refusal { gl.create_label('acme/site', 'x', 'colourless') },
      short_secret: refusal { gl.create_variable('acme/site', 'A', 'x', masked: true) }
    }
  },

  'search_todos_and_uploads' => lambda {
    gl = sign_in
    bob = sign_in('bob')
    issue = gl.create_issue('acme/site', 'Kingfisher on the pier', description: '@bob look')
    mention = bob.todos(state: 'pending').find { |each| each.target.id == issue.id }
    upload = Dir.mktmpdir do |folder|
      path = File.join(folder, 'two words.txt')
      File.write(path, 'kingfisher')
      gl.upload_file('acme/site', path)
    end
    {
      issues: gl.search_in_project('acme/site', 'issues', 'kingfisher').map(&:title),
      users: gl.search_globally('users', 'erin').map(&:username),
      group: gl.search_in_group('acme', 'issues', 'kingfisher').map(&:iid) == [issue.iid],
      wrong_scope: refusal { gl.search_globally('feathers', 'x') },
      done: bob.mark_todo_as_done(mention.id).state,
      upload: [upload.alt, upload.markdown.include?(upload.url)]
    }
  },

  'refusals' => lambda {
    gl = sign_in
    {
      unknown: refusal { Gitlab.client(endpoint: gl.endpoint, private_token: 'glpat-0000000000000000000a').user },
      short: refusal { Gitlab.client(endpoint: gl.endpoint, private_token: 'short').user },
      expired: refusal { sign_in('expired').user },
      revoked: refusal { sign_in('revoked').user },
      scope: refusal { sign_in('readUser').projects },
      fine_grained: refusal { sign_in('granularWithoutUser').user },
      blocked: refusal { sign_in('blocked').user },
      hidden: refusal { sign_in('stranger').project('acme/site') },
      guest: refusal { sign_in('dave').create_label('acme/site', 'x', 'red') },
      route: refusal { gl.get('/no/such/route') },
      parameter: refusal { gl.post('/projects/acme%2Fsite/repository/commits') }
    }
  },

  # The caller has broken the answers on each of these paths; this gem never tries again.
  'outages' => lambda {
    gl = sign_in
    {
      throttled: refusal { gl.get('/version') },
      limited: refusal { gl.get('/namespaces') },
      down: refusal { gl.get('/events') }&.first(2),
      unavailable: refusal { gl.get('/todos') }&.first(2)
    }
  },

  'shapes' => lambda {
    gl = sign_in
    merge_requests = gl.merge_requests(STATION).auto_paginate
    issues = gl.issues(STATION).auto_paginate
    pipelines = gl.pipelines(STATION).auto_paginate
    commits = gl.commits(STATION).auto_paginate
    {
      currentUser: fields(gl.user),
      user: fields(gl.user(gl.users(username: 'bob').first.id)),
      userBasic: fields(gl.users.auto_paginate),
      projectOfMaintainer: fields([gl.project(STATION), *gl.group_projects('orbital')]),
      projectOfDeveloper: fields(sign_in('bob').project(STATION)),
      listedIssue: fields(issues),
      issue: fields(gl.issue(STATION, 1)),
      listedMergeRequest: fields(merge_requests),
      mergeRequest: fields(merge_requests.map { |each| gl.merge_request(STATION, each.iid) }),
      note: fields(merge_requests.flat_map { |each| gl.merge_request_notes(STATION, each.iid).to_a }),
      listedPipeline: fields(pipelines),
      pipeline: fields(pipelines.map { |each| gl.pipeline(STATION, each.id) }),
      job: fields(gl.jobs(STATION).auto_paginate),
      listedCommit: fields(commits),
      commit: fields(gl.commit(STATION, 'main'))
    }
  }
}.freeze

puts JSON.generate(SCENARIOS.fetch(ARGV.fetch(0)).call)
