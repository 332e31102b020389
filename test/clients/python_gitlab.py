"""What people script with python-gitlab's objects.

`python3 python_gitlab.py SCENARIO` runs one scenario against $GITLAB_URL, with the tokens of $GITLAB_TOKENS (JSON, by
the name of the user), and prints what it saw as JSON.
"""

import io
import json
import os
import sys
import zipfile

import gitlab

TOKENS = json.loads(os.environ["GITLAB_TOKENS"])


def sign_in(name, **options):
    return gitlab.Gitlab(os.environ["GITLAB_URL"], private_token=TOKENS[name], timeout=10, **options)


def refusal(call):
    """What the library makes of a refusal: its exception, the status, and the message it found in the body."""
    try:
        call()
    except gitlab.GitlabError as error:
        message = error.error_message
        return [type(error).__name__, error.response_code, message.decode() if isinstance(message, bytes) else message]
    return None


def names(objects, attribute):
    return [getattr(each, attribute) for each in objects]


def scenario_people():
    gl = sign_in("alice")
    gl.auth()
    bob = gl.users.list(username="bob")[0]
    found = gl.users.list(search="carol", iterator=True)
    return {
        "me": gl.user.username,
        "version": gl.version()[0],
        "bob": [bob.id, gl.users.get(bob.id).job_title],
        "found": names(found, "username"),
        "status": gl.user.status.get().message,
    }


def scenario_projects():
    gl = sign_in("alice")
    group = gl.groups.get("acme")
    project = gl.projects.create(
        {"name": "Mast Camera", "namespace_id": group.id, "initialize_with_readme": True, "topics": ["camera"]}
    )
    project.description = "Looks at the mast."
    project.save()
    lazy = gl.projects.get("acme/mast-camera", lazy=True)
    lazy.star()
    lazy.archive()
    read = gl.projects.get("ACME/Mast-Camera", statistics=True)
    lazy.unarchive()
    fork = lazy.forks.create({"namespace": "alice", "path": "my-camera"})
    seen = {
        "created": [project.path_with_namespace, project.topics, project.default_branch],
        "read": [read.description, read.star_count, read.archived, read.statistics["commit_count"]],
        "fork": [fork.path_with_namespace, fork.forked_from_project["path_with_namespace"]],
        "taken": refusal(lambda: gl.projects.create({"name": "Mast Camera", "namespace_id": group.id})),
    }
    project.delete()
    seen["marked for deletion"] = gl.projects.get(project.id).marked_for_deletion_on is not None
    return seen


def scenario_pages():
    gl = sign_in("alice")
    first = gl.projects.list(iterator=True, per_page=3, order_by="id", sort="asc")
    facts = [first.total, first.total_pages, first.per_page, first.current_page, first.prev_page, first.next_page]
    offset = names(first, "id")
    keyset = names(gl.projects.list(iterator=True, pagination="keyset", order_by="id", sort="asc", per_page=3), "id")
    project = gl.projects.get("orbital/ground-station")
    jobs = project.jobs.list(iterator=True, per_page=50)
    uncounted = [jobs.total, jobs.total_pages]
    job_ids = names(jobs, "id")
    tree = [each["path"] for each in project.repository_tree(recursive=True, get_all=True)]
    tree_by_keyset = [
        each["path"]
        for each in project.repository_tree(recursive=True, pagination="keyset", per_page=7, iterator=True)
    ]
    labelled = project.issues.list(labels=["bug", "antenna"], state="all", per_page=1, iterator=True)
    return {
        "facts": facts,
        "offset": offset,
        "keyset": keyset,
        "uncounted": uncounted,
        "jobs": [len(job_ids), len(set(job_ids)), job_ids == sorted(job_ids, reverse=True)],
        "tree": len(tree),
        "same tree": sorted(tree) == sorted(tree_by_keyset),
        "labelled": [labelled.total, len(list(labelled))],
        "beyond": names(gl.projects.list(page=99, get_all=False), "id"),
    }


def scenario_pages_of_another_address():
    """The instance calls itself differently than its client does, as behind a tunnel."""
    gl = sign_in("alice", keep_base_url=True)
    return {
        "link": gl.http_request("get", "/projects", per_page=4).links["next"]["url"].partition("?")[0],
        "ids": names(gl.projects.list(iterator=True, per_page=4, order_by="id", sort="asc"), "id"),
    }


def scenario_groups_and_members():
    gl = sign_in("alice")
    group = gl.groups.create({"name": "Weather", "path": "weather"})
    child = gl.groups.create({"name": "Wind", "path": "wind", "parent_id": group.id})
    group.description = "What the sky does."
    group.save()
    erin = gl.users.list(username="erin")[0]
    member = group.members.create({"user_id": erin.id, "access_level": gitlab.const.AccessLevel.DEVELOPER})
    member.access_level = gitlab.const.AccessLevel.MAINTAINER
    member.expires_at = "2027-01-31"
    member.save()
    inherited = child.members_all.list(get_all=True)
    project = gl.projects.create({"name": "Gusts", "namespace_id": child.id})
    group.share(gl.groups.get("orbital").id, gitlab.const.AccessLevel.REPORTER)
    seen = {
        "paths": [child.full_path, gl.groups.get("weather/wind").parent_id == group.id],
        "description": gl.groups.get(group.id).description,
        "subgroups": names(group.subgroups.list(), "full_path"),
        "projects": names(group.projects.list(include_subgroups=True), "path_with_namespace"),
        "member": [group.members.get(erin.id).access_level, group.members.get(erin.id).expires_at],
        "inherited": sorted(names(inherited, "username")),
        "direct": names(project.members.list(), "username"),
        "shared with": [each["group_full_path"] for each in gl.groups.get(group.id).shared_with_groups],
        "wrong level": refusal(lambda: project.members.create({"user_id": erin.id, "access_level": 33})),
        "already": refusal(lambda: group.members.create({"user_id": erin.id, "access_level": 30})),
        "taken": refusal(lambda: gl.groups.create({"name": "Weather", "path": "weather"})),
    }
    member.delete()
    seen["left"] = refusal(lambda: group.members.get(erin.id))
    child.delete()
    return seen


def scenario_issues():
    gl = sign_in("alice")
    gl.auth()
    project = gl.projects.get("acme/site")
    issue = project.issues.create(
        {
            "title": "The map is upside down",
            "description": "- [ ] turn it\n- [x] notice",
            "labels": ["cartography", "urgent, really"],
            "assignee_ids": [gl.user.id],
            "due_date": "2026-12-24",
        }
    )
    issue.title = "The map is mirrored"
    issue.remove_labels = ["cartography"]
    issue.save()
    note = issue.notes.create({"body": "Seen on the ferry."})
    note.body = "Seen on both ferries."
    note.save()
    thread = issue.discussions.create({"body": "Which map?"})
    thread.notes.create({"body": "The large one."})
    thread = issue.discussions.get(thread.id)
    issue.notes.create({"body": "/estimate 3h\n/due 2027-02-03"})
    issue.awardemojis.create({"name": "thumbsup"})
    issue.add_spent_time("45m")
    other = project.issues.create({"title": "Print it again"})
    issue.links.create({"target_project_id": project.id, "target_issue_iid": other.iid})
    issue.state_event = "close"
    issue.save()
    read = project.issues.get(issue.iid)
    times = read.attributes["time_stats"]
    return {
        "created": [issue.iid, issue.title, sorted(read.labels), read.assignee["username"], read.due_date],
        "tasks": [read.task_completion_status, read.upvotes, read.user_notes_count],
        "times": [times["human_time_estimate"], times["human_total_time_spent"]],
        "notes": names(issue.notes.list(sort="asc", activity_filter="only_comments"), "body"),
        "thread": [thread.attributes["individual_note"], [each["body"] for each in thread.attributes["notes"]]],
        "closed": [read.state, read.attributes["closed_by"]["username"]],
        "events": [
            names(issue.resourcestateevents.list(), "state"),
            [[each.label["name"], each.action] for each in issue.resourcelabelevents.list()],
        ],
        "links": names(issue.links.list(), "title"),
        "participants": [each["username"] for each in issue.participants()],
        "mine": names(gl.issues.list(scope="assigned_to_me", search="mirrored"), "title"),
        "statistics": project.issues_statistics.get().statistics["counts"]["all"],
        "blank": refusal(lambda: project.issues.create({"title": ""})),
        "wrong date": refusal(lambda: project.issues.create({"title": "x", "due_date": "soon"})),
        "wrong state": refusal(lambda: project.issues.list(state="sideways")),
        "missing": refusal(lambda: project.issues.get(987654)),
        "nothing": refusal(lambda: project.issues.update(issue.iid, {}))[:2],
        "subscribed already": refusal(issue.subscribe),
    }


def scenario_merge_requests():
    gl, bob = sign_in("alice"), sign_in("bob")
    project = gl.projects.create(
        {"name": "Review", "namespace_id": gl.groups.get("orbital").id, "initialize_with_readme": True}
    )
    project.commits.create(
        {
            "branch": "feature/horizon",
            "start_branch": "main",
            "commit_message": "Mask the horizon",
            "actions": [{"action": "create", "file_path": "src/horizon.txt", "content": "one\ntwo\n"}],
        }
    )
    request = project.mergerequests.create(
        {
            "source_branch": "feature/horizon",
            "target_branch": "main",
            "title": "Draft: Mask the horizon",
            "labels": "optics,survey",
            "remove_source_branch": True,
        }
    )
    seen = {
        "created": [request.iid, request.draft, request.detailed_merge_status, request.changes_count],
        "draft": refusal(request.merge),
        "changes": [[each["new_path"], each["diff"]] for each in request.changes()["changes"]],
        "versions": [len(version.diffs) for version in map(lambda v: request.diffs.get(v.id), request.diffs.list())],
        "commits": names(request.commits(), "title"),
        "twice": refusal(
            lambda: project.mergerequests.create(
                {"source_branch": "feature/horizon", "target_branch": "main", "title": "Again"}
            )
        ),
    }
    request.title = "Mask the horizon"
    request.save()
    position = {
        **request.diff_refs,
        "position_type": "text",
        "old_path": "src/horizon.txt",
        "new_path": "src/horizon.txt",
        "new_line": 2,
    }
    thread = request.discussions.create({"body": "Why two?", "position": position})
    thread.notes.create({"body": "One each way."})
    thread = request.discussions.get(thread.id)
    seen["thread"] = [[each["type"], each["resolved"]] for each in thread.attributes["notes"]]
    thread.resolved = True
    thread.save()
    seen["resolved"] = [each["resolved"] for each in request.discussions.get(thread.id).attributes["notes"]]
    seen["off the diff"] = refusal(
        lambda: request.discussions.create({"body": "x", "position": {**position, "new_path": "nowhere"}})
    )[:2]
    theirs = bob.projects.get(project.id).mergerequests.get(request.iid)
    theirs.approve(sha=request.sha)
    seen["approved by"] = [each["user"]["username"] for each in request.approvals.get().approved_by]
    seen["approved twice"] = refusal(theirs.approve)
    seen["may not merge"] = refusal(
        lambda: sign_in("carol").projects.get(project.id).mergerequests.get(request.iid).merge()
    )
    seen["stale"] = refusal(lambda: request.merge(sha="0" * 40))[:2]
    request.merge(merge_commit_message="Merge the horizon")
    read = project.mergerequests.get(request.iid)
    seen["merged"] = [read.state, read.merged_by["username"], read.merge_commit_sha == project.commits.get("main").id]
    seen["again"] = refusal(read.merge)
    seen["branch"] = refusal(lambda: project.branches.get("feature/horizon"))
    seen["listed"] = names(gl.mergerequests.list(state="merged", scope="created_by_me", search="horizon"), "title")
    return seen


def scenario_pipelines():
    gl = sign_in("alice")
    project = gl.projects.get("orbital/ground-station")
    pipeline = project.pipelines.create({"ref": "main", "variables": [{"key": "DEPTH", "value": "3"}]})
    seen = {
        "created": [pipeline.source, pipeline.ref, pipeline.status],
        "variables": [[each.key, each.value] for each in pipeline.variables.list()],
        "listed first": project.pipelines.list(get_all=False)[0].id == pipeline.id,
        "jobs": len(pipeline.jobs.list(get_all=True)) > 1,
        "unknown ref": refusal(lambda: project.pipelines.create({"ref": "nowhere"})),
    }
    pipeline.cancel()
    pipeline.refresh()
    seen["canceled"] = pipeline.status
    pipeline.retry()
    pipeline.refresh()
    seen["retried"] = pipeline.status
    pipeline.delete()
    seen["deleted"] = refusal(lambda: project.pipelines.get(pipeline.id))

    job = next(each for each in project.jobs.list(iterator=True, scope=["success"]) if hasattr(each, "artifacts_file"))
    job = project.jobs.get(job.id)
    archive = job.artifacts()
    paths = zipfile.ZipFile(io.BytesIO(archive)).namelist()
    streamed = io.BytesIO()
    job.artifacts(streamed=True, action=streamed.write)
    seen["artifacts"] = [
        len(archive) == job.artifacts_file["size"],
        streamed.getvalue() == archive,
        job.artifact(paths[-1]) == zipfile.ZipFile(io.BytesIO(archive)).read(paths[-1]),
        refusal(lambda: job.artifact("nowhere")),
    ]
    seen["by ref"] = project.artifacts.download("main", job.name)[:2].decode()
    trace = job.trace().decode()
    seen["trace"] = ["section_start:" in trace, "\x1b[0K" in trace]
    seen["not manual"] = refusal(job.play)
    again = job.retry()
    seen["retried job"] = [again["id"] != job.id, again["name"] == job.name]
    job.erase()
    seen["erased"] = [project.jobs.get(job.id).erased_at is not None, job.trace().decode(), refusal(job.artifacts)]
    return seen


def scenario_schedules_and_triggers():
    gl = sign_in("alice")
    project = gl.projects.get("orbital/ground-station")
    schedule = project.pipelineschedules.create(
        {"ref": "main", "description": "Dawn", "cron": "0 5 * * *", "cron_timezone": "Europe/Lisbon"}
    )
    variable = schedule.variables.create({"key": "SUN", "value": "up"})
    variable.value = "low"
    variable.save()
    schedule.active = False
    schedule.save()
    read = project.pipelineschedules.get(schedule.id)
    trigger = project.triggers.create({"description": "Other team"})
    fired = project.trigger_pipeline("main", trigger.token, variables={"WHY": "because"})
    environment = project.environments.create({"name": "rooftop", "external_url": "https://roof.example"})
    seen = {
        "schedule": [read.active, read.cron_timezone, [[each["key"], each["value"]] for each in read.attributes["variables"]]],
        "wrong cron": refusal(
            lambda: project.pipelineschedules.create({"ref": "main", "description": "x", "cron": "often"})
        ),
        "fired": [fired.source, fired.ref],
        "environment": [environment.slug, environment.state],
        "still there": refusal(environment.delete),
    }
    environment.stop()
    environment.delete()
    read.delete()
    seen["gone"] = refusal(lambda: project.pipelineschedules.get(schedule.id))
    return seen


def scenario_repository():
    gl = sign_in("alice")
    project = gl.projects.create(
        {"name": "Notebook", "namespace_id": gl.groups.get("acme").id, "initialize_with_readme": True}
    )
    path = "notes/first draft (été).md"
    project.files.create(
        {
            "file_path": path,
            "branch": "main",
            "content": "dGVhCg==",
            "encoding": "base64",
            "author_name": "Ada",
            "author_email": "ada@example.com",
            "commit_message": "Add tea",
        }
    )
    file = project.files.get(path, ref="main")
    file.content = "tea\ncake\n"
    file.save(branch="main", commit_message="Add cake")
    blame = project.files.blame(path, ref="main")
    commit = project.commits.create(
        {
            "branch": "wip/two-files",
            "start_branch": "main",
            "commit_message": "Two files\n\nAnd why.",
            "actions": [
                {"action": "create", "file_path": "a.txt", "content": "a\n"},
                {"action": "move", "file_path": "b.md", "previous_path": path},
            ],
        }
    )
    commit.comments.create({"note": "Neat.", "path": "a.txt", "line": 1, "line_type": "new"})
    commit.statuses.create({"state": "success", "name": "spelling"})
    branch = project.branches.create({"branch": "été/100%", "ref": "wip/two-files"})
    tag = project.tags.create({"tag_name": "v1.0/rc", "ref": "main", "message": "Nearly"})
    compared = project.repository_compare("main", "wip/two-files")
    archive = project.repository_archive(sha="main", format="zip")
    seen = {
        "file": [file.file_path, project.files.get(path, ref="main").decode().decode()],
        "raw": project.files.raw(path, ref="main").decode(),
        "blame": [[each["commit"]["author_name"], each["lines"]] for each in blame],
        "log": names(project.commits.list(query_parameters={"path": path}), "title"),
        "commit": [commit.title, commit.message, commit.stats, len(commit.parent_ids)],
        "diff": sorted([each["old_path"], each["new_path"], each["renamed_file"]] for each in commit.diff()),
        "comments": [[each.note, each.line] for each in commit.comments.list()],
        "status": [project.commits.get(commit.id).status, [each.name for each in commit.statuses.list()]],
        "refs": sorted(each["name"] for each in commit.refs()),
        "tree": [each["path"] for each in project.repository_tree(ref="wip/two-files", recursive=True)],
        "compare": [names_of(compared["commits"], "title"), names_of(compared["diffs"], "new_path")],
        "merge base": project.repository_merge_base(["main", "wip/two-files"])["id"] == project.commits.get("main").id,
        "branch": project.branches.get(branch.name).commit["id"] == commit.id,
        "tag": [tag.message, project.tags.get("v1.0/rc").commit["id"] == project.commits.get("main").id],
        "archive": any(name.endswith("README.md") for name in zipfile.ZipFile(io.BytesIO(archive)).namelist()),
        "no such ref": refusal(lambda: project.files.get(path, ref="nowhere")),
        "no such file": refusal(lambda: project.files.get("nowhere", ref="main")),
        "no such commit": refusal(lambda: project.commits.get("0" * 40)),
        "exists": refusal(
            lambda: project.files.create(
                {"file_path": path, "branch": "main", "content": "x", "commit_message": "x"}
            )
        ),
        "branch exists": refusal(lambda: project.branches.create({"branch": "main", "ref": "main"})),
        "no such source": refusal(lambda: project.branches.create({"branch": "x", "ref": "nowhere"})),
    }
    reverted = commit.revert(branch="wip/two-files")
    seen["reverted"] = reverted["title"]
    file.delete(branch="main", commit_message="Drop it")
    branch.delete()
    tag.delete()
    protection = project.protectedbranches.create({"name": "release/*", "push_access_level": 40})
    seen["protected"] = project.protectedbranches.get("release/*").push_access_levels[0]["access_level"]
    protection.delete()
    seen["after"] = sorted(names(project.branches.list(), "name")) + names(project.tags.list(), "name")
    return seen


def names_of(objects, key):
    return [each[key] for each in objects]


def scenario_planning():
    gl = sign_in("alice")
    project = gl.projects.get("acme/site")
    label = project.labels.create({"name": "Wind & rain", "color": "#AABBCC", "priority": 2})
    label.new_name = "Weather / any"
    label.description = "From above."
    label.save()
    label.subscribe()
    read = project.labels.get("Weather / any")
    milestone = project.milestones.create({"title": "Spring", "start_date": "2026-03-01", "due_date": "2026-05-31"})
    issue = project.issues.create({"title": "Umbrella", "milestone_id": milestone.id, "labels": ["Weather / any"]})
    board = project.boards.create({"name": "Sky"})
    column = board.lists.create({"label_id": label.id})
    in_milestone = names(milestone.issues(), "title")
    milestone.state_event = "close"
    milestone.save()
    seen = {
        "label": [read.name, read.description, read.color, read.priority, read.subscribed, read.is_project_label],
        "filtered": names(project.issues.list(labels=["Weather / any"], milestone="Spring"), "title"),
        "milestone": [milestone.state, milestone.due_date, in_milestone, issue.milestone["title"]],
        "board": [column.label["name"], len(project.boards.get(board.id).lists.list())],
        "label exists": refusal(lambda: project.labels.create({"name": "Weather / any", "color": "red"})),
        "wrong colour": refusal(lambda: project.labels.create({"name": "x", "color": "no colour"}))[:2],
        "wrong dates": refusal(
            lambda: project.milestones.create({"title": "x", "start_date": "2026-02-02", "due_date": "2026-02-01"})
        ),
    }
    board.delete()
    milestone.delete()
    label.delete()
    seen["gone"] = [
        refusal(lambda: project.labels.get("Weather / any")),
        refusal(lambda: project.milestones.get(milestone.id)),
        project.issues.get(issue.iid).milestone,
    ]
    return seen


def scenario_writing():
    gl = sign_in("alice")
    project = gl.projects.get("acme/site")
    page = project.wikis.create({"title": "How to/Draw maps", "content": "# Maps"})
    page.title = "How to/Draw good maps"
    page.content = "# Good maps"
    page.save()
    read = project.wikis.get("How-to/Draw-good-maps")
    snippet = project.snippets.create(
        {"title": "Scale", "file_name": "scale.py", "content": "print(1)\n", "visibility": "private"}
    )
    snippet.title = "The scale"
    snippet.save()
    snippet.notes.create({"body": "One to one?"})
    own = gl.snippets.create({"title": "Mine", "file_name": "a.txt", "content": "mine", "visibility": "private"})
    project.tags.create({"tag_name": "map-1", "ref": "main"})
    release = project.releases.create(
        {
            "tag_name": "map-1",
            "name": "First map",
            "description": "All of it.",
            "assets": {"links": [{"name": "PDF", "url": "https://maps.example/1.pdf", "link_type": "other"}]},
        }
    )
    release.description = "Most of it."
    release.save()
    release.links.create({"name": "Poster", "url": "https://maps.example/poster", "link_type": "image"})
    again = project.releases.get("map-1")
    seen = {
        "page": [read.title, read.slug, read.content, read.format],
        "pages": [hasattr(each, "content") for each in project.wikis.list(get_all=True) if each.slug == read.slug],
        "snippet": [project.snippets.get(snippet.id).title, snippet.content().decode(), snippet.file_name],
        "snippet notes": names(snippet.notes.list(), "body"),
        "own": [gl.snippets.get(own.id).content().decode(), own.id in names(gl.snippets.list(), "id")],
        "release": [again.name, again.description, again.assets["count"], again.author["username"]],
        "links": sorted(names(again.links.list(), "name")),
        "released twice": refusal(lambda: project.releases.create({"tag_name": "map-1", "description": "x"})),
        "no tag": refusal(lambda: project.releases.create({"tag_name": "map-2", "description": "x"})),
    }
    read.delete()
    snippet.delete()
    own.delete()
    project.releases.delete("map-1")
    seen["gone"] = [
        refusal(lambda: project.wikis.get(read.slug)),
        refusal(lambda: project.snippets.get(snippet.id)),
        refusal(lambda: project.releases.get("map-1")),
        project.tags.get("map-1").name,
    ]
    return seen


def scenario_settings():
    gl = sign_in("alice")
    project, group = gl.projects.get("acme/site"), gl.groups.get("acme")
    variable = project.variables.create({"key": "DEPTH", "value": "three", "environment_scope": "*"})
    variable.value = "four"
    variable.protected = True
    variable.save()
    project.variables.create({"key": "DEPTH", "value": "five", "environment_scope": "staging"})
    group.variables.create({"key": "SHARED", "value": "yes"})
    staging = project.variables.get("DEPTH", filter={"environment_scope": "staging"})
    hook = project.hooks.create({"url": "https://hook.example/in", "push_events": False, "token": "secret-token"})
    hook.issues_events = True
    hook.save()
    token = project.access_tokens.create({"name": "robot", "scopes": ["read_api"], "expires_at": "2026-06-01"})
    key = project.deploytokens.create({"name": "pull", "scopes": ["read_repository"]})
    seen = {
        "variable": [variable.value, variable.protected, staging.value],
        "variables": sorted([each.key, each.environment_scope] for each in project.variables.list()),
        "group variable": group.variables.get("SHARED").value,
        "ambiguous": refusal(lambda: project.variables.get("DEPTH")),
        "short secret": refusal(lambda: project.variables.create({"key": "A", "value": "x", "masked": True})),
        "wrong key": refusal(lambda: project.variables.create({"key": "A B", "value": "x"}))[:2],
        "hook": [hook.issues_events, hook.push_events, hasattr(hook, "token")],
        "wrong hook": refusal(lambda: project.hooks.create({"url": "ftp"})),
        "token": [token.token.startswith("glpat-"), token.scopes, token.resource_type],
        "deploy token": key.token.startswith("gldt-"),
        "settings of the instance": refusal(gl.settings.get),
    }
    project.variables.delete("DEPTH", filter={"environment_scope": "staging"})
    variable.delete()
    seen["deleted"] = refusal(lambda: project.variables.get("DEPTH"))
    return seen


def scenario_search_todos_and_uploads():
    gl, bob = sign_in("alice"), sign_in("bob")
    project = gl.projects.get("acme/site")
    issue = project.issues.create({"title": "Kingfisher on the pier", "description": "@bob look"})
    mention = next(each for each in bob.todos.list(iterator=True, state="pending") if each.target["id"] == issue.id)
    seen = {
        "projects": "acme/site" in [each["path_with_namespace"] for each in gl.search("projects", "site", iterator=True)],
        "issues": names_of(project.search("issues", "kingfisher"), "title"),
        "group": names_of(gl.groups.get("acme").search("issues", "kingfisher"), "iid") == [issue.iid],
        "users": names_of(gl.search("users", "erin"), "username"),
        "blobs": all(each["project_id"] == project.id for each in project.search("blobs", "site")),
        "wrong scope": refusal(lambda: gl.search("feathers", "x")),
        "todo": [mention.action_name, mention.author["username"], mention.target_type],
    }
    mention.mark_as_done()
    seen["done"] = [each.state for each in bob.todos.list(state="done") if each.id == mention.id]
    issue.todo()
    seen["marked"] = gl.todos.list(get_all=False)[0].action_name
    gl.todos.mark_all_as_done()
    seen["all done"] = len(gl.todos.list(get_all=True))
    upload = project.upload("two words.txt", filedata=b"kingfisher\n")
    seen["upload"] = [upload["alt"], upload["url"].startswith("/uploads/"), upload["url"] in upload["markdown"]]
    project.avatar = b"\x89PNG\r\n\x1a\n" + b"\0" * 32
    project.save()
    seen["avatar"] = gl.projects.get(project.id).avatar_url.endswith("avatar.png")
    return seen


def scenario_refusals():
    gl = sign_in("alice")
    url = os.environ["GITLAB_URL"]
    private = gl.projects.get("acme/site").id
    return {
        "unknown token": refusal(gitlab.Gitlab(url, private_token="glpat-unknown-token-00000").auth),
        "no token": refusal(gitlab.Gitlab(url).auth),
        "expired": refusal(sign_in("expired").auth),
        "revoked": refusal(sign_in("revoked").auth),
        "scope": refusal(lambda: sign_in("readUser").projects.list()),
        "read only": refusal(lambda: sign_in("readOnly").projects.get(private, lazy=True).issues.create({"title": "x"})),
        "fine-grained": refusal(sign_in("granularWithoutUser").auth)[:2],
        "blocked": refusal(sign_in("blocked").auth),
        "hidden project": refusal(lambda: sign_in("stranger").projects.get(private)),
        "guest": refusal(lambda: sign_in("dave").projects.get(private).labels.create({"name": "x", "color": "red"})),
        "unknown route": refusal(lambda: gl.http_get("/no/such/route")),
        "wrong method": refusal(lambda: gl.http_put("/version"))[:2],
        "missing": refusal(lambda: gl.http_post(f"/projects/{private}/repository/commits")),
        "anonymous": gitlab.Gitlab(url).projects.list(get_all=False)[0].visibility,
        "bearer": [
            gitlab.Gitlab(url, oauth_token=TOKENS["oauth"]).http_get("/user")["username"],
            refusal(gitlab.Gitlab(url, oauth_token=TOKENS["oauthMcp"]).auth)[:2],
        ],
        "sudo": [
            sign_in("root").http_get("/user", sudo="bob")["username"],
            refusal(lambda: gl.http_get("/user", sudo="bob")),
        ],
    }


def scenario_retries():
    """The caller has broken the first answers on each of these paths."""
    gl = sign_in("alice")
    patient = sign_in("alice", retry_transient_errors=True)
    return {
        "throttled": gl.http_get("/version")["enterprise"],
        "unavailable": patient.http_get("/metadata")["enterprise"],
        "cut off": patient.http_get("/user/status")["availability"],
        "not obeyed": refusal(lambda: gl.http_get("/namespaces", obey_rate_limit=False)),
        "not retried": refusal(lambda: gl.http_get("/events"))[:2],
    }


def scenario_moved_project():
    gl = sign_in("alice")
    project = gl.projects.get("acme/site")
    project.path = "pages"
    project.save()
    below = gl.projects.get("acme/site", lazy=True).branches
    return {
        "read": gl.projects.get("acme/site").path_with_namespace,
        "below": names(below.list(get_all=True), "name") == names(project.branches.list(get_all=True), "name"),
    }


def scenario_shapes():
    """Names of the fields of what each object came with, straight from the body."""
    gl = sign_in("alice")
    gl.auth()
    project = gl.projects.get("orbital/ground-station")
    by_developer = sign_in("bob").projects.get(project.id)
    reviewed = next(each for each in project.mergerequests.list(iterator=True, state="all") if each.user_notes_count > 0)
    discussed = next(each for each in project.issues.list(iterator=True, state="all") if each.user_notes_count > 0)
    objects = {
        "currentUser": [gl.user],
        "user": [gl.users.get(each.id) for each in gl.users.list(username="bob")],
        "userBasic": gl.users.list(get_all=True),
        "projectOfMaintainer": [project, *gl.groups.get("orbital").projects.list(get_all=True)],
        "projectOfDeveloper": [by_developer],
        "listedIssue": project.issues.list(get_all=True),
        "issue": [project.issues.get(1)],
        "listedMergeRequest": project.mergerequests.list(get_all=True),
        "mergeRequest": [project.mergerequests.get(each.iid) for each in project.mergerequests.list(get_all=True)],
        "note": [*discussed.notes.list(get_all=True), *reviewed.notes.list(get_all=True)],
        "listedPipeline": project.pipelines.list(get_all=True),
        "pipeline": [project.pipelines.get(each.id) for each in project.pipelines.list(get_all=True)],
        "job": project.jobs.list(get_all=True),
        "listedCommit": project.commits.list(get_all=True),
        "commit": [project.commits.get("main")],
    }
    # `attributes` mixes in what the library knows of the parent; `_attrs` is the answer.
    return {name: sorted({tuple(sorted(each._attrs)) for each in found}) for name, found in objects.items()}


if __name__ == "__main__":
    json.dump(globals()[f"scenario_{sys.argv[1]}"](), sys.stdout)
