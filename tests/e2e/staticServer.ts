import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

export interface StaticServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves a folder below `path`, as an ordinary host of static files does; nothing above it and no fallback. The files are read
 * once: a build that runs meanwhile does not change what is tested. `path` followed by `?log` answers with what has been asked
 * for so far, one path a line.
 */
export async function serve(folder: string, path: string): Promise<StaticServer> {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`${path}${relative(folder, file).split(sep).join('/')}`, readFileSync(file)] as const),
  );
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === path && search === '?log') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(asked.join('\n'));
      return;
    }
    asked.push(pathname);
    const name = pathname === path ? `${path}index.html` : pathname;
    const file = files.get(name);
    if (file === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    else
      response
        .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
        .end(file);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    port: address.port,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
