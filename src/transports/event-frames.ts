/** Around the JSON of one message; kept as bytes, so that a large one is never copied to be framed. */
export const frameStart = Buffer.from('event: message\ndata: ');
export const frameEnd = Buffer.from('\n\n');

/** A comment, which readers of a stream skip: the sign of life of SSE-02. */
export const keepAliveFrame = Buffer.from(': keep-alive\n\n');
