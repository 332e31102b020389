export interface PushData {
  readonly commitCount: number;
  readonly action: 'created' | 'pushed' | 'removed';
  readonly refType: 'branch' | 'tag';
  readonly commitFrom: string | null;
  readonly commitTo: string | null;
  readonly ref: string;
  readonly commitTitle: string | null;
}

/** Something somebody did, as activity feeds show it. */
export interface ActivityEvent {
  readonly id: number;
  readonly projectId: number | null;
  /** As GitLab prints it: `opened`, `closed`, `pushed to`, `commented on`, `accepted`, `joined`, … */
  readonly actionName: string;
  readonly targetType: string | null;
  readonly targetId: number | null;
  readonly targetIid: number | null;
  readonly targetTitle: string | null;
  readonly authorId: number;
  readonly createdAt: string;
  readonly pushData: PushData | undefined;
}

export interface Todo {
  readonly id: number;
  readonly userId: number;
  readonly projectId: number | null;
  readonly groupId: number | null;
  readonly authorId: number;
  readonly actionName: string;
  /** As GitLab names the class: `Issue`, `MergeRequest`, … */
  readonly targetType: string;
  readonly targetId: number;
  readonly body: string;
  state: 'pending' | 'done';
  readonly createdAt: string;
  updatedAt: string;
}
