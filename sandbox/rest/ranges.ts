import { Reply } from '../http/reply.ts';
import type { Call } from './call.ts';

/** Honours `Range: bytes=…` for what a front server sends as a file; anything else is answered whole. */
export function ranged(call: Call<unknown>, reply: Reply): Reply {
  const match = /^bytes=(\d*)-(\d*)$/.exec(call.request.headers.range ?? '');
  const bytes = Buffer.from(reply.body);
  const headers = { ...reply.headers, 'Accept-Ranges': 'bytes' };
  const contentType = reply.contentType ?? 'application/octet-stream';
  if (match === null || (match[1] === '' && match[2] === '')) {
    return new Reply(reply.status, bytes, { contentType, headers });
  }
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start > end) {
    return new Reply(416, '', { headers: { ...headers, 'Content-Range': `bytes */${bytes.length}` } });
  }
  return new Reply(206, bytes.subarray(start, end + 1), {
    contentType,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${bytes.length}` },
  });
}
