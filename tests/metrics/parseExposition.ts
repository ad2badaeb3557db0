/** One line of an exposition with a value, as the reader below understood it. */
export interface ReadSample {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** What a family's comment lines and samples said. */
export interface ReadFamily {
  help: string;
  type: string;
  readonly samples: ReadSample[];
}

/**
 * An independent reader of text format 0.0.4, character by character, after the format's description. Shares no code
 * with `src/metrics`; throws on anything the description does not allow, a series given twice included.
 */
export function parseExposition(text: string): Map<string, ReadFamily> {
  const families = new Map<string, ReadFamily>();
  const seen = new Set<string>();
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line must end with a line feed');
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith('# ')) {
      const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
      const family = families.get(name) ?? { help: '', type: '', samples: [] };
      if (family.samples.length > 0) throw new Error(`comment after samples: ${line}`);
      if (kind === 'HELP') family.help = unescaped(rest, '\\n');
      else if (kind === 'TYPE') family.type = rest;
      else throw new Error(`odd comment: ${line}`);
      families.set(name, family);
      continue;
    }
    const sample = readSample(line);
    const identity = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (seen.has(identity)) throw new Error(`series twice: ${line}`);
    seen.add(identity);
    const family =
      families.get(sample.name) ?? families.get(sample.name.replace(/_(?:bucket|sum|count)$/, ''));
    if (family === undefined) throw new Error(`sample without a family: ${line}`);
    family.samples.push(sample);
  }
  return families;
}

function readSample(line: string): ReadSample {
  let at = 0;
  const take = (allowed: RegExp) => {
    const from = at;
    while (at < line.length && allowed.test(line.charAt(at))) at++;
    return line.slice(from, at);
  };
  const need = (character: string) => {
    if (line.charAt(at) !== character) throw new Error(`expected ${character} at ${at} of ${line}`);
    at++;
  };
  const name = take(/[a-zA-Z0-9_:]/);
  const labels: Record<string, string> = {};
  if (line.charAt(at) === '{') {
    do {
      at++;
      const label = take(/[a-zA-Z0-9_]/);
      need('=');
      need('"');
      let raw = '';
      while (line.charAt(at) !== '"') {
        if (at >= line.length) throw new Error(`label without an end: ${line}`);
        raw += line.charAt(at);
        if (line.charAt(at) === '\\') raw += line.charAt(++at);
        at++;
      }
      need('"');
      labels[label] = unescaped(raw, '\\n"');
    } while (line.charAt(at) === ',');
    need('}');
  }
  need(' ');
  const number = line.slice(at);
  const special = new Map([
    ['+Inf', 1 / 0],
    ['-Inf', -1 / 0],
    ['NaN', Number.NaN],
  ]);
  if (!special.has(number) && !/^-?\d+(?:\.\d+)?(?:e[+-]\d\d+)?$/.test(number))
    throw new Error(`no number: ${line}`);
  return { name, labels, value: special.get(number) ?? Number(number) };
}

function unescaped(raw: string, allowed: string): string {
  let text = '';
  for (let i = 0; i < raw.length; i++) {
    if (raw.charAt(i) !== '\\') {
      text += raw.charAt(i);
      continue;
    }
    const next = raw.charAt(++i);
    if (next === '' || !allowed.includes(next)) throw new Error(`odd escape in ${raw}`);
    text += next === 'n' ? '\n' : next;
  }
  return text;
}
