/** GitLab marks a draft by the title alone. */
const draftPrefix = /^\s*(?:\[draft\]|\(draft\)|draft:)\s*/i;

/** The title with GitLab's draft mark, or with every such mark removed. */
export function withDraftMark(title: string, draft: boolean): string {
  if (draft) return draftPrefix.test(title) ? title : `Draft: ${title}`;
  let bare = title;
  while (draftPrefix.test(bare)) bare = bare.replace(draftPrefix, '');
  return bare;
}
