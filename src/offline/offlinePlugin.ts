import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SCRIPT = 'sw.js';
const SOURCE = fileURLToPath(new URL('./serviceWorker.ts', import.meta.url));

/** Builds the service worker to `sw.js`, with the list of all the other files of the build in it. */
export function offlinePlugin(): Plugin {
  let publicDir = '';
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: SOURCE, fileName: SCRIPT });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const [name, output] of Object.entries(bundle)) {
          if (name !== SCRIPT) files.set(name, output.type === 'chunk' ? output.code : output.source);
        }
        for (const path of filesIn(publicDir)) {
          files.set(relative(publicDir, path).split(sep).join('/'), readFileSync(path));
        }
        const script = bundle[SCRIPT];
        if (script?.type !== 'chunk' || !script.code.includes('__PRECACHE__'))
          throw new Error('the service worker has no place for the list of files');
        const list = JSON.stringify(precache(files));
        script.code = `const __PRECACHE__=${list};${script.code}`;
      },
    },
  };
}

/** The names, and a version that changes whenever one of the files does. */
function precache(files: ReadonlyMap<string, string | Uint8Array>): { version: string; files: string[] } {
  const names = [...files.keys()].sort();
  const hash = createHash('sha256');
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(files.get(name) ?? '')
      .update('\0');
  return { version: hash.digest('hex').slice(0, 16), files: names };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
