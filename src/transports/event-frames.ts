/** Around the JSON of one message. */
export const frameStart = 'event: message\ndata: ';
export const frameEnd = '\n\n';

/** A comment, which readers of a stream skip: the sign of life of SSE-02. */
export const keepAliveFrame = ': keep-alive\n\n';
