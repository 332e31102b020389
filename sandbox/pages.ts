import { type Answer, jsonAnswer } from './http/answer.ts';
import type { World } from './world/world.ts';

/** What lies beside the API: health checks, and a web interface that only asks for a sign-in. */
export function answerPage(world: World, path: string | undefined): Answer {
  switch (path) {
    case '/-/health':
      return { status: 200, body: 'GitLab OK', contentType: 'text/plain', headers: {} };
    case '/-/readiness':
      return jsonAnswer(200, { status: 'ok', master_check: [{ status: 'ok' }] });
    case '/-/liveness':
      return jsonAnswer(200, { status: 'ok' });
    case undefined:
      return notHere;
    default:
      return { status: 302, body: '', contentType: 'text/html', headers: { Location: world.url('/users/sign_in') } };
  }
}

const notHere: Answer = {
  status: 404,
  body: '<!DOCTYPE html>\n<html lang="en"><head><title>Not Found</title></head><body><h1>404</h1></body></html>\n',
  contentType: 'text/html; charset=utf-8',
  headers: {},
};
