import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests of the built page in a browser: `npm run e2e`. One after the other: they share a machine and a browser. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/buildAndServe.ts'],
    fileParallelism: false,
    isolate: false,
    // A machine may be slow: a test fails for what it finds, not for how long it took.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['verbose'],
  },
});
