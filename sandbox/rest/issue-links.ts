import { canPlan, canReadIssue } from '../access/planning.ts';
import { canSeeProject } from '../access/levels.ts';
import { conflict, failure, forbidden, noRecord, notFound } from '../http/refusal.ts';
import { noteableOf } from '../world/issuable-changes.ts';
import { referenceFrom } from '../world/issuables.ts';
import {
  type Issue,
  type IssueLink,
  findIssue,
  findIssueByIid,
  issueLinks,
  linkIssues,
  linkTypeFrom,
} from '../world/issues.ts';
import { addSystemNote } from '../world/notes.ts';
import { hasTier } from '../world/settings.ts';
import type { Call } from './call.ts';
import { issueOf } from './issuable-lookup.ts';
import { presentIssue, presentIssueBasic } from './issues-presenter.ts';
import { lookUpProject } from './look-up.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

const path = '/projects/:id/issues/:issue_iid/links';
const iid = { issue_iid: requires.integer() };

/** Issues that have to do with each other; blocking needs a licence. */
export const issueLinkRoutes: Resource = {
  routes(routes) {
    routes.get(path, { permission: 'read_work_item_link', params: iid }, (call) => {
      const { issue } = issueOf(call);
      return linksOf(call, issue).flatMap((link) => {
        const other = otherEnd(call, link, issue);
        return other === undefined ? [] : [presentLinked(call, other, link, issue)];
      });
    });
    routes.get(
      `${path}/:issue_link_id`,
      { permission: 'read_work_item_link', params: { ...iid, issue_link_id: requires.integer() } },
      (call) => {
        const { issue } = issueOf(call);
        return presentLink(call, linkIn(call, issue));
      },
    );

    const creation = {
      ...iid,
      target_project_id: requires.string(),
      target_issue_iid: requires.string(),
      link_type: optional.string({ values: ['relates_to', 'blocks', 'is_blocked_by'], default: 'relates_to' }),
    };
    routes.post(path, { permission: 'create_work_item_link', params: creation }, (call) => {
      const { project, issue } = issueOf(call);
      if (!canPlan(call, project)) throw forbidden();
      const target = targetIn(call, call.params.target_project_id, Number(call.params.target_issue_iid));
      const { link_type: type } = call.params;
      if (type !== 'relates_to' && !hasTier(call.world.settings, 'premium')) {
        throw failure(403, 'Blocked issues not available for current license');
      }
      if (target === issue) throw failure(400, 'cannot be linked to itself');
      if (linksOf(call, issue).some((link) => otherEnd(call, link, issue) === target))
        throw conflict('Issue(s) already assigned');
      const link = linkIssues(call.world, issue, target, type);
      const verb = type === 'relates_to' ? 'related to' : type === 'blocks' ? 'blocking' : 'blocked by';
      const back = type === 'relates_to' ? 'related to' : type === 'blocks' ? 'blocked by' : 'blocking';
      say(call, issue, `marked this issue as ${verb} ${referenceFrom(call.world, target, issue.projectId)}`);
      say(call, target, `marked this issue as ${back} ${referenceFrom(call.world, issue, target.projectId)}`);
      return presentLink(call, link);
    });
    routes.delete(
      `${path}/:issue_link_id`,
      { permission: 'delete_work_item_link', params: { ...iid, issue_link_id: requires.integer() }, status: 200 },
      (call) => {
        const { project, issue } = issueOf(call);
        const link = linkIn(call, issue);
        if (!canPlan(call, project)) throw forbidden();
        const shown = presentLink(call, link);
        const other = otherEnd(call, link, issue);
        issueLinks(call.world).splice(issueLinks(call.world).indexOf(link), 1);
        if (other !== undefined) {
          say(call, issue, `removed the relation with ${referenceFrom(call.world, other, issue.projectId)}`);
          say(call, other, `removed the relation with ${referenceFrom(call.world, issue, other.projectId)}`);
        }
        return shown;
      },
    );
  },
};

function say(call: Call<unknown>, issue: Issue, body: string): void {
  addSystemNote(call.world, noteableOf(issue), { body, authorId: call.me.id });
}

function targetIn(call: Call<unknown>, projectId: string, issueIid: number): Issue {
  const project = lookUpProject(call.world, projectId);
  if (project === undefined || !canSeeProject(call, project)) throw notFound('Project');
  const issue = findIssueByIid(call.world, project, issueIid);
  if (issue === undefined || !canReadIssue(call, project, issue)) throw noRecord();
  return issue;
}

function linksOf(call: Call<unknown>, { id }: Issue): IssueLink[] {
  return issueLinks(call.world).filter(({ sourceId, targetId }) => sourceId === id || targetId === id);
}

function linkIn(call: Call<{ readonly issue_link_id: number }>, issue: Issue): IssueLink {
  const link = linksOf(call, issue).find(({ id }) => id === call.params.issue_link_id);
  if (link === undefined || otherEnd(call, link, issue) === undefined) throw noRecord();
  return link;
}

/** The issue on the other side, if the caller may see it. */
function otherEnd(call: Call<unknown>, link: IssueLink, issue: Issue): Issue | undefined {
  const other = findIssue(call.world, link.sourceId === issue.id ? link.targetId : link.sourceId);
  const project = other === undefined ? undefined : call.world.projects.find(other.projectId);
  return other !== undefined && project !== undefined && canReadIssue(call, project, other) ? other : undefined;
}

function presentLinked(call: Call<unknown>, other: Issue, link: IssueLink, from: Issue) {
  return {
    ...presentIssue(call, other),
    issue_link_id: link.id,
    link_type: linkTypeFrom(link, from),
    link_created_at: link.createdAt,
    link_updated_at: link.createdAt,
  };
}

function presentLink(call: Call<unknown>, link: IssueLink) {
  const [source, target] = [findIssue(call.world, link.sourceId), findIssue(call.world, link.targetId)];
  return {
    id: link.id,
    source_issue: source === undefined ? null : presentIssueBasic(call, source),
    target_issue: target === undefined ? null : presentIssueBasic(call, target),
    link_type: link.type,
  };
}
