/**
 * What else a word of a query may mean in the language of the catalog: `word: other other:quality`. Quality is 0.9
 * where none is given. Read from queries only, one way: a pair that holds both ways stands twice.
 */
export const synonyms = `
ticket: issue
bug: issue:0.85
defect: issue
story: issue
task: issue:0.7 workitem:0.7 todo:0.4
incident: issue:0.85
incidents: issue:0.85
problem: issue:0.7
issue: ticket:0.6
backlog: issue:0.6
jira: jira:1 issue:0.4
epic: epic:1 workitem:0.3
ci: pipeline:0.8 ci:1
build: pipeline:0.8 job:0.75
workflow: pipeline
cd: pipeline:0.6
run: pipeline:0.5
pipeline: ci:0.6
step: job:0.8
stage: job:0.4
task: job:0.3
secret: variable
env: environment:0.7 variable:0.75
envvar: variable
var: variable
vars: variable
variable: secret:0.5
repo: repository:0.95 project:0.85
repository: project:0.75 repo:0.95
project: repository:0.5
codebase: repository code:0.8
comment: note:0.95
note: comment:0.95
remark: comment note
feedback: comment:0.7 note:0.7 review:0.6
reply: note:0.5 comment:0.5 discussion:0.5
answer: reply:0.9
thread: discussion:0.95
discussion: thread:0.95
conversation: discussion:0.8 note:0.7 comment:0.7
said: note:0.6 comment:0.6
organization: group
organisation: group
org: group
team: group:0.8 member:0.5
department: group:0.7
workspace: namespace:0.7 group:0.6
container: registry:0.7 docker:0.7
docker: container:0.85 registry:0.75
image: registry:0.7 container:0.7
gist: snippet
paste: snippet
sprint: iteration:0.95
iteration: sprint:0.9
hook: webhook
webhook: hook:0.95
toggle: flag:0.8 featureflag:0.85
flag: featureflag:0.8
featureflag: feature:0.7 flag:0.8
pat: token:0.9
token: accesstoken:0.5
credential: token:0.7
diff: changes:0.85 compare:0.6
changes: diff:0.9
difference: diff changes:0.8 compare:0.8
patch: diff:0.85
log: trace:0.95
trace: log:0.95
output: trace:0.85 log:0.85
console: log:0.8 trace:0.8
logs: trace:0.95
stacktrace: trace:0.3
folder: directory:0.95 tree:0.9
directory: tree:0.9 folder:0.9
tree: directory:0.8
structure: tree:0.7
content: file:0.5
source: code:0.6 file:0.6
code: source:0.6
member: user:0.6 people:0.6
people: member:0.8 user:0.8 participant:0.7
person: user member
user: member:0.6 account:0.5
account: user:0.8
profile: user:0.85
username: user:0.8
colleague: user:0.8 member:0.8
collaborator: member
access: member:0.6 permission:0.7
permission: access:0.7 role:0.7 member:0.6
role: member:0.6 access:0.5
maintainer: member:0.7 role:0.7
developer: member:0.6 role:0.6
owner: member:0.5
reviewer: review:0.7
review: reviewer:0.5
assignee: assign:0.7
approval: approve:0.8 approver:0.8
approve: approval:0.7
approver: approval:0.9 approve:0.7
deployment: deploy:0.8
deploy: deployment:0.7
rollout: deployment
version: release:0.7 tag:0.5
releasenotes: release:0.8 changelog:0.7
changelog: releasenotes:0.6
asset: link:0.85
binary: asset link:0.6 file:0.5
emoji: reaction:0.95
reaction: emoji:0.95
upvote: emoji:0.85 reaction:0.85
like: emoji:0.8 reaction:0.8
thumb: emoji:0.8 reaction:0.8
vote: emoji:0.7 reaction:0.7
column: list:0.8
lane: list:0.8
kanban: board
scrum: board:0.6
cve: vulnerability
vulnerability: finding:0.4
weakness: vulnerability
sbom: dependency:0.9
library: dependency:0.9 package:0.6
lib: dependency:0.8 package:0.6
audit: audit:1
kubernetes: cluster:0.9 agent:0.8
k8s: kubernetes:1 cluster:0.9 agent:0.8
migration: import:0.8 transfer:0.5 bulk:0.5
banner: broadcast:0.9 message:0.6
announcement: broadcast:0.9 message:0.6
announce: broadcast:0.9
cron: schedule:0.95
nightly: schedule:0.9
daily: schedule:0.6
weekly: schedule:0.6
status: state:0.75
state: status:0.75
health: status:0.6
activity: event:0.9
feed: event:0.8
event: activity:0.7
history: event:0.4 changes:0.4
seat: billable:0.9 member:0.5
mail: email
address: email:0.5
site: pages:0.5 instance:0.4
website: pages:0.7
domain: domain:1
host: instance:0.6
server: instance:0.7
instance: server:0.5 global:0.5
admin: admin:1 administrator:0.9
administrator: admin
doing: activity:0.8
happen: activity:0.9 event:0.8
reference: ref:0.9
window: period:0.9
occurrence: code:0.8 search:0.5
yaml: yml:0.9 ci:0.5
yml: yaml:0.9 ci:0.5
config: configuration:0.95 setting:0.7 yml:0.4
configuration: config setting:0.75
option: setting:0.8
preference: setting:0.85
setting: configuration:0.6
visibility: update:0.4
author: user:0.5
committer: contributor:0.95
contributor: committer:0.8
parent: parent:1
child: sub:0.8
descendant: subgroup
submodule: submodule:1
artifact: artefact:0.9
artefact: artifact
attachment: upload:0.9 file:0.5
avatar: picture:0.7
picture: avatar:0.9
logo: avatar:0.8
photo: avatar
key: key:1
newest: latest
recent: latest:0.6
last: latest:0.9
current: latest:0.3
dependency: block:0.5
blocker: block:0.8 link:0.7 dependency:0.6
relation: link
related: link:0.7
linked: link:0.8 related:0.8
time: time:1
hour: time:0.8
spent: spend:0.9
effort: weight:0.7 estimate:0.7
points: weight:0.7
point: weight:0.7
everywhere: global:0.85 everything:0.7
global: everywhere:0.8
everybody: member:0.7
everyone: everybody member:0.7
notification: notify:0.8
notify: notification:0.8
alert: notification:0.6
subscription: subscribe:0.8
registration: register:0.8
creation: create:0.7
deletion: delete:0.5
conflict: mergerequest:0.5
invitation: invite:0.9
contribution: contribute:0.9 event:0.6
expiry: expire:0.9
doc: wiki:0.7 documentation:0.95
docs: wiki:0.7 documentation:0.95
documentation: wiki:0.8
page: page:1
license: licence:1
licence: license:1
mirror: mirror:1
sync: mirror:0.6
namespace: group:0.5
branch: ref:0.4
ref: branch:0.6
revision: commit:0.85
sha: commit:0.85
commit: revision:0.5
squash: merge:0.7
lgtm: approve:0.95
ship: merge:0.6 deploy:0.6
workitem: item:0.5
item: workitem:0.6
playbook: ci:0.3
junit: test:0.9 report:0.7
coverage: test:0.7 report:0.5
test: test:1
ml: model:0.9
machine: runner:0.5
worker: runner:0.85
executor: runner:0.85
agent: runner:0.4
protection: protect:0.8 protected:0.85
protected: protection:0.8
role: permission:0.7
mine: me:1
modified: changes:0.85 changed:0.9
touched: changes:0.8
failure: failed:0.9 fail:0.8
failing: failed:0.9
failed: fail:0.8 failing:0.9
automerge: merge:0.7 auto:0.8
transition: state:0.7
assets: link:0.85
undraft: ready:0.9 draft:0.7
logged: spent:0.8 time:0.5
withdraw: unapprove:0.6 revoke:0.7
main: branch:0.5
master: branch:0.5
develop: branch:0.5
trunk: branch:0.7
production: environment:0.5
staging: environment:0.5
file: asset:0.4 binary:0.4
block: dependency:0.7 link:0.6 blocked:0.7
unlabel: label:0.9
stargazer: starrer:0.9 starred:0.7
watcher: participant:0.7 subscribe:0.5
worklog: time:0.9 spent:0.9
transition: state:0.8 update:0.7
subtask: task:0.8 workitem:0.6
ruleset: rule:0.9
alert: vulnerability:0.6
scan: scanner:0.8 finding:0.6
check: status:0.5
folder: path:0.4
path: file:0.5
permission: protected:0.4
login: user:0.4
admin: instance:0.6
quota: limit:0.9
limit: quota:0.8
usage: statistics:0.6
metric: statistics:0.6 analytics:0.6
analytics: statistics:0.6 metric:0.7
trend: analytics:0.7
timeline: event:0.8 history:0.7
changeset: commit:0.9 diff:0.7
snapshot: archive:0.6
shard: storage:0.9
question: comment:0.8 note:0.75 discussion:0.5
stdout: trace log output
stderr: trace log output
locked: protected:0.9
personal: my:0.5
gitaly: storage:0.8
participate: participant:0.95
zip: archive:0.9
tarball: archive:0.9
backup: export:0.9
copy: fork:0.6 move:0.4
duplicate: link:0.5
deadline: due:0.9
estimation: estimate:0.9
burndown: burndown:1
roadmap: epic:0.6 milestone:0.5
cluster: kubernetes:0.8 agent:0.6
oauth: application:0.8
app: application:0.9
sso: saml:0.9
identity: saml:0.5
ldap: ldap:1
scanner: finding:0.6 vulnerability:0.6
component: catalog:0.6
sentry: error:0.8 tracking:0.7
crash: error:0.4
all: every:0.9 bulk:0.7 several:0.7
multiple: several:0.9 bulk:0.8 batch:0.7
many: several:0.9 bulk:0.8 batch:0.7
size: storage:0.7 statistics:0.5
other: another:0.9
different: another:0.9
again: retry:0.9 rerun:0.9
until: wait:0.9
between: compare:0.8
star: starred:0.7 starrer:0.8
nested: subgroup:0.8 sub:0.7
history: list:0.4
status: get:0.5
state: get:0.4
stat: statistics:0.9
difference: compare:0.9
impersonate: impersonation:0.9
duration: time:0.7
signed: signature:0.8 gpg:0.5
sign: signature:0.8
detail: get:0.7
info: get:0.7
information: get:0.7
overview: get:0.5
etiqueta: label:0.95 tag:0.9
etiquetas: label:0.95 tag:0.9
succeed: pass:0.9
green: pass:0.8 success:0.7 status:0.6
pass: succeed:0.9
finish: complete:0.6
private: visibility:0.7
public: visibility:0.6
who: member:0.7 user:0.7 people:0.7 participant:0.6
say: note:0.7 comment:0.7
belong: membership:0.9 member:0.7
depend: dependency:0.9
defined: code:0.8
implemented: code:0.8
declared: code:0.8
used: code:0.5 search:0.5
creator: author:0.9
unassigned: assign:0.4
`;

/** Turns of phrase that say it differently word by word. The left side is matched on stems, the right side replaces it. */
export const phrases: Readonly<Record<string, string>> = {
  'who am i': 'current user',
  whoami: 'current user',
  myself: 'me',
  'git log': 'commit list history',
  'git blame': 'blame file',
  'git diff': 'compare diff',
  'env var': 'variable',
  'environment variable': 'variable',
  'environment var': 'variable',
  'action secret': 'variable',
  'set up': 'setup',
  'take back': 'withdraw revoke',
  'turn on': 'enable',
  'switch on': 'enable',
  'turn off': 'disable',
  'switch off': 'disable',
  'get rid of': 'delete',
  'take off': 'remove',
  'take away': 'remove',
  'kick off': 'run',
  'fire off': 'run',
  'look at': 'view',
  'take a look at': 'view',
  'look for': 'search',
  'search for': 'search',
  'look up': 'find',
  'tear down': 'stop',
  'take down': 'unpublish stop',
  'lock down': 'protect',
  'lock out': 'block',
  'kick out': 'remove',
  'throw out': 'delete',
  'throw away': 'delete',
  'put back': 'restore',
  'bring back': 'restore',
  'get back': 'restore',
  'set off': 'run',
  'set back': 'reset',
  'call off': 'cancel',
  'spin up': 'create',
  'put up': 'create',
  'set aside': 'save',
  'lift the protection': 'unprotect',
  'remove protection from': 'unprotect',
  'remove protection of': 'unprotect',
  'remove the protection': 'unprotect',
  'delete the protection': 'unprotect',
  'take part': 'participate',
  'put into': 'add to',
  'write on': 'comment on',
  'stop scan': 'detach scan',
  'take out': 'remove',
  'turn into': 'change',
  'let through': 'approve',
  'get mail about': 'subscribe',
  'get email about': 'subscribe',
  'get notification about': 'subscribe',
  'get notification for': 'subscribe',
  'gitlab version': 'instance version metadata',
  'version of gitlab': 'instance version metadata',
  'tell gitlab that': 'record',
  'let gitlab know that': 'record',
  'may use': 'can use',
  'cron pipeline': 'pipeline schedule',
  'nightly pipeline': 'pipeline schedule',
  'dig up': 'find',
  'track down': 'find',
  'figure out': 'find',
  'start with': 'called',
  'begin with': 'called',
  'find out': 'get',
  'shut down': 'stop',
  'shut off': 'disable',
  'how many': 'count',
  'how much': 'count',
  'would like': 'please',
  'i like': 'please',
  'how long': 'time duration',
  'as done': 'close done',
  'as complete': 'close done',
  'roll back': 'revert',
  'lift the ban': 'unban',
  'child group': 'subgroup',
  'nested group': 'subgroup',
  'try again': 'retry',
  'once more': 'again',
  'one more time': 'again',
  'hand over': 'assign',
  'roll out': 'roll deploy',
  'sign in': 'login',
  'pull up': 'show',
  'bring up': 'show',
  'write up': 'create',
  'opt in': 'enable',
  'opt out': 'disable',
  'get notified': 'subscribe',
  'stop following': 'unsubscribe',
  'stop watching': 'unsubscribe',
  'run again': 'retry',
  'number of': 'count',
  'amount of': 'count',
  'jira ticket': 'issue',
  'jira issue': 'issue',
  'user story': 'issue',
  'story point': 'weight',
  'most recent': 'latest',
  'give me': 'show',
  'remind me': 'add todo',
  'who changed': 'blame history changes',
  'who last changed': 'blame history changes',
  'who modified': 'blame history changes',
  'who touched': 'blame history changes',
  'who last touched': 'blame history changes',
  'who wrote': 'blame author',
  'who last edited': 'blame history changes',
  'who last modified': 'blame history changes',
  'who edited': 'blame history changes',
  'github action secret': 'variable',
  'github secret': 'variable',
  'github action': 'pipeline',
  'log time': 'add spent time',
  'track time': 'add spent time',
  'audit log': 'audit events',
  'audit trail': 'audit events',
  'access level': 'role',
  'allowed to': 'can',
  'able to': 'can',
  'thumb up': 'react emoji',
  'thumb down': 'react emoji',
  'health check': 'health check',
  'across all project': 'everywhere',
  'across project': 'everywhere',
  'in all project': 'everywhere',
  'of all project': 'everywhere',
  'in every project': 'everywhere',
  'whole instance': 'instance',
  'entire instance': 'instance',
  'git tag': 'tag',
  'docker image': 'container registry repository',
  'docker tag': 'container registry tag',
  'image tag': 'container registry tag',
  'container image': 'container registry repository',
  'pull mirror': 'pull mirror',
  'check out': 'view',
  'sign off': 'approve',
  'on hold': 'pause',
  'ci cd': 'ci',
  'last line': 'log',
  'am i work on': 'assigned me issue',
  'do not': 'cancel',
  dont: 'cancel',
  'code review': 'review',
  'request of merge': 'merge request',
  'merge automatically': 'automerge',
};
