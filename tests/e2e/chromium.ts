import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const PLACES = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const HOW_TO_GET_ONE = [
  'The browser tests need Chromium or Chrome, and there is none here.',
  '  Debian, Ubuntu: apt-get install chromium',
  '  Fedora:         dnf install chromium',
  '  macOS:          brew install --cask chromium',
  'One that is elsewhere is named by CHROMIUM_PATH=/path/to/it.',
].join('\n');

const isRoot = process.getuid?.() === 0;

/** The browser to test with; on Debian and Ubuntu root gets one installed. Throws with what to do where there is none. */
export function findChromium(say: (line: string) => void): string {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM_PATH is ${named}, and there is no such file`);
  }
  const found = installed();
  if (found !== null) return found;
  if (isRoot && isDebian()) {
    say('No Chromium here: installing the one of the distribution with apt-get.');
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
    const now = installed();
    if (now !== null) return now;
  }
  throw new Error(HOW_TO_GET_ONE);
}

function installed(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...PLACES, ...onPath].find((path) => existsSync(path)) ?? null;
}

function isDebian(): boolean {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync('apt-get', args, { env, stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(
      `apt-get ${args.join(' ')} failed: ${error?.message ?? `exit ${status}`}\n${HOW_TO_GET_ONE}`,
    );
  }
}

/** How it is started: nothing of its own on the network, and as root without the sandbox that root cannot have. */
export const CHROMIUM_ARGS: readonly string[] = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
