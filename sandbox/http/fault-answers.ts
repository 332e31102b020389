import type { Fault } from '../faults.ts';
import type { Answer } from './answer.ts';

const badGateway =
  '<!DOCTYPE html>\n<html><head><title>GitLab is not responding (502)</title></head><body><h1>502</h1></body></html>\n';

/** The answer a fault gives in GitLab's place; undefined when GitLab answers after all. */
export function replacement(fault: Fault): Answer | undefined {
  switch (fault.kind) {
    case 'status': {
      const { status, body = { message: `${status}` }, contentType = 'application/json', headers = {} } = fault;
      return { status, body: typeof body === 'string' ? body : JSON.stringify(body), contentType, headers };
    }
    case 'html':
      return { status: fault.status ?? 502, body: fault.body ?? badGateway, contentType: 'text/html', headers: {} };
    case 'throttle':
      return {
        status: 429,
        body: 'Retry later\n',
        contentType: 'text/plain',
        headers: {
          'Retry-After': String(fault.retryAfterSeconds),
          'RateLimit-Name': 'throttle_authenticated_api',
          'RateLimit-Remaining': '0',
        },
      };
    case 'delay':
    case 'hang':
    case 'reset':
    case 'truncate':
    case 'content-type':
      return undefined;
    default:
      return fault satisfies never;
  }
}
