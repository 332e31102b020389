import type { ProgressToken, ServerContext } from '@modelcontextprotocol/server';
import type { ReportProgress } from '../catalog/call.ts';
import { visible } from '../catalog/hidden-text.ts';

/**
 * Sends progress to a client that gave a token; for others there is nothing to report. Values rise strictly; one that does
 * not is dropped.
 */
export function progressReporter(context: ServerContext): ReportProgress | undefined {
  const progressToken: ProgressToken | undefined = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (progress, total, message) => {
    if (!(progress > last) || context.mcpReq.signal.aborted) return;
    last = progress;
    const params = {
      progressToken,
      progress,
      ...(total === undefined ? {} : { total }),
      // A state or a name of GitLab's may be part of it (trap T-75).
      ...(message === undefined ? {} : { message: visible(message) }),
    };
    // A client that cannot be told is no reason to fail its call.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
