import { type Answer, jsonAnswer } from './http/answer.ts';
import type { World } from './world/world.ts';

/** What lies beside the API: health checks, and a web interface that only knows how to ask for a sign-in. */
export function answerPage(world: World, path: string | undefined): Answer {
  switch (path) {
    case '/-/health':
      return { status: 200, body: 'GitLab OK', contentType: 'text/plain', headers: {} };
    case '/-/readiness':
      return jsonAnswer(200, { status: 'ok', master_check: [{ status: 'ok' }] });
    case '/-/liveness':
      return jsonAnswer(200, { status: 'ok' });
    case '/users/sign_in':
      return page(200, 'Sign in · GitLab');
    case undefined:
      return page(404, 'Not Found');
    default:
      return { status: 302, body: '', contentType: 'text/html', headers: { Location: world.url('/users/sign_in') } };
  }
}

function page(status: number, title: string): Answer {
  const body = `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, body, contentType: 'text/html; charset=utf-8', headers: {} };
}
