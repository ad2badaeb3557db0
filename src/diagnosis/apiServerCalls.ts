/** An error of a call to the API server that did not reach it, and so tells nothing about what that has. */
export const isUnreached = (error: string | undefined): boolean =>
  // Its webhooks are called by the API server, which has answered then.
  !/calling webhook/.test(error ?? '') &&
  /connection refused|i\/o timeout|no route to host|network is unreachable|no such host|TLS handshake timeout|context deadline exceeded|\bEOF\b/.test(
    error ?? '',
  );
