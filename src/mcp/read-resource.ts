import type { StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { Policy } from '../catalog/view.ts';
import type { ResourceReading, Resources } from '../resources/resources.ts';
import type { Logger } from '../telemetry/logger.ts';
import { CallLog } from './call-log.ts';
import { Deadline } from './deadline.ts';
import type { Grants } from './grants.ts';
import { isRecord } from '../gitlab/json.ts';
import type { CacheHint } from './list-bytes.ts';
import type { Principal } from './principal.ts';
import { modernRevision } from './revisions.ts';

export interface ReadOptions {
  readonly resources: Resources;
  readonly policy: Policy;
  readonly grants: Grants;
  readonly catalogHint: CacheHint;
  readonly actionTimeoutMs: number;
  readonly logger: Logger;
}

/** The params of `resources/read`, in the form that the SDK asks for. Its own schema would answer in a library's words. */
export const readParams: StandardSchemaV1<unknown, { readonly uri: string }> = {
  '~standard': {
    version: 1,
    vendor: 'gitlab-mcp-server',
    validate(params) {
      const uri = isRecord(params) ? params['uri'] : undefined;
      return typeof uri === 'string' ? { value: { uri } } : { issues: [{ message: 'uri is missing, give a text' }] };
    },
  },
};

/** Answers `resources/read` with the client of whoever asks. */
export async function readResource(
  uri: string,
  principal: Principal,
  signal: AbortSignal,
  { resources, policy, grants, catalogHint, actionTimeoutMs, logger }: ReadOptions,
): Promise<Record<string, unknown>> {
  const log = CallLog.ofRead(principal, logger);
  const deadline = new Deadline(signal, actionTimeoutMs);
  try {
    const address = resources.find(uri);
    log.recognised(address.type === 'object' ? address.kind : address.type);
    const reading = await resources.read(uri, {
      caller: { gitlab: principal.entry.gitlab, policy },
      signal: deadline.signal,
      grant: grants.of(principal.entry),
    });
    return {
      contents: reading.contents,
      ...(principal.revision === modernRevision ? hintFor(reading, catalogHint) : {}),
      ...(reading.meta === undefined ? {} : { _meta: reading.meta }),
    };
  } catch (error) {
    log.failed(error);
    throw error;
  } finally {
    deadline.clear();
    log.write(signal);
  }
}

/** What describes the tools ages with the tool list, so that a client never has two views of one thing (HINT-01). */
function hintFor({ lifetime }: ResourceReading, catalogHint: CacheHint): CacheHint {
  switch (lifetime) {
    case 'catalog':
      return catalogHint;
    case 'static':
      return { ttlMs: 3_600_000, cacheScope: 'private' };
    case 'live':
    default:
      return { ttlMs: 0, cacheScope: 'private' };
  }
}
