import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { CHROMIUM_ARGS, findChromium } from './chromium';
import { serve } from './staticServer';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built page is. */
    pageUrl: string;
    /** Where the browser listens. */
    browserUrl: string;
  }
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Not at the top of its host: everything in the page has to be relative. */
const PATH = '/some/path/';

/**
 * Builds the page, serves it and starts the browser, once for all tests. `LAB_BUILT=folder` tests a build that is there
 * already.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const executablePath = findChromium(say);
  const built = process.env.LAB_BUILT ?? '';
  if (built === '') {
    // The tests' own NODE_ENV would make a development build.
    const mode = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    await build({ root: ROOT, mode: 'production', logLevel: 'warn' });
    process.env.NODE_ENV = mode;
  }
  const server = await serve(built === '' ? `${ROOT}dist` : built, PATH);
  const browser = await chromium.launchServer({ executablePath, args: [...CHROMIUM_ARGS], headless: true });
  project.provide('pageUrl', `http://127.0.0.1:${server.port}${PATH}`);
  project.provide('browserUrl', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.close();
  };
}
