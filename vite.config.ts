import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { offlinePlugin } from './src/offline/offlinePlugin.ts';

const CATALOG = fileURLToPath(new URL('./src/scenarios/catalog/', import.meta.url));

const read = <Module>(path: string): Promise<Module> => tsImport(`./src/${path}.ts`, import.meta.url);

/** Reads and checks the catalog when the page is built, so that the page needs no YAML to play it. */
function catalog(): Plugin {
  return {
    name: 'catalog',
    resolveId: (id) => (id === 'virtual:catalog' ? '\0catalog' : null),
    async load(id) {
      if (id !== '\0catalog') return null;
      // Loaded as the command line loads it: this file's own loader knows no imports without an extension.
      const { formatDiagnostic } = await read<typeof import('./src/base/result')>('base/result');
      const { parseScenario } =
        await read<typeof import('./src/scenarios/parseScenario')>('scenarios/parseScenario');
      const { scenarioToJson } =
        await read<typeof import('./src/scenarios/scenarioJson')>('scenarios/scenarioJson');
      const files = readdirSync(CATALOG).filter((file) => file.endsWith('.yaml'));
      const scenarios = files.sort().map((file) => {
        this.addWatchFile(`${CATALOG}${file}`);
        const parsed = parseScenario({ file, text: readFileSync(`${CATALOG}${file}`, 'utf8') });
        if (!parsed.ok) throw new Error(parsed.diagnostics.map(formatDiagnostic).join('\n'));
        return { name: file.replace(/\.yaml$/, ''), scenario: scenarioToJson(parsed.value) };
      });
      return `export const scenarios = JSON.parse(${JSON.stringify(JSON.stringify(scenarios))});`;
    },
  };
}

const MODELS = fileURLToPath(new URL('./src/explorer/catalog/', import.meta.url));

/** Reads and checks the explorer's models when the page is built. */
function models(): Plugin {
  return {
    name: 'models',
    resolveId: (id) => (id === 'virtual:models' ? '\0models' : null),
    async load(id) {
      if (id !== '\0models') return null;
      const { formatDiagnostic } = await read<typeof import('./src/base/result')>('base/result');
      const { parseModel } = await read<typeof import('./src/explorer/model')>('explorer/model');
      const files = readdirSync(MODELS).filter((file) => file.endsWith('.yaml'));
      const all = files.sort().map((file) => {
        this.addWatchFile(`${MODELS}${file}`);
        const parsed = parseModel({ file, text: readFileSync(`${MODELS}${file}`, 'utf8') });
        if (!parsed.ok) throw new Error(parsed.diagnostics.map(formatDiagnostic).join('\n'));
        return { name: file.replace(/\.yaml$/, ''), model: parsed.value };
      });
      return `export const models = JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
    },
  };
}

/** Takes the page's policy away while developing: the development server's own scripts are inline. */
function policyWhenBuilt(): Plugin {
  return {
    name: 'policy when built',
    apply: 'serve',
    transformIndexHtml: (html, { server }) =>
      server === undefined ? html : html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}

export default defineConfig({
  base: './',
  plugins: [react(), catalog(), models(), policyWhenBuilt(), offlinePlugin()],
  worker: { format: 'es', plugins: () => [catalog(), models()] },
  // A machine may be slow: a test fails for what it finds, not for how long it took.
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    setupFiles: ['tests/helpers/fixedSeed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
