import { linePrefix } from './linePrefix';

/** What was replaced, by how many different values. */
export interface Redacted {
  readonly addresses: number;
  readonly hosts: number;
  readonly registries: number;
  readonly secrets: number;
}

const HEX = '[0-9a-fA-F]{1,4}';
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)/g;
const IPV6 = new RegExp(
  `(?<![\\w:.])(?:(?:${HEX}:){7}${HEX}|(?:${HEX}:){1,6}(?::${HEX}){1,6}|(?:${HEX}:){1,7}:|::(?:${HEX}:){0,6}${HEX})(?![\\w:])`,
  'g',
);
/** Names of hosts as clouds make them of addresses, or in a URL. Ids of the runtime look like one. */
const CLOUD_HOST = /(?<![\w.])ip-\d{1,3}(?:-\d{1,3}){3}(?:\.[\w-]+){0,8}/g;
const URL_HOST =
  /(\b(?!containerd|cri-o|docker|rkt|unix)[a-z][a-z\d+.-]{1,12}:\/\/)(?:([^\s/@"'\\]{1,200})@)?([a-zA-Z\d](?:[\w.-]{0,252}[\w])?)(?=[:/?"'\s\\]|$)/g;
/** Fields whose value is the name of a node, in every form that is read here; and what kubectl describes. */
const HOST_FIELD =
  /(?:\b(?:node|nodeName|nodename|hostname|_HOSTNAME|kubernetes_node|kubernetes_io_hostname|instance)\\{0,4}"?[=:] ?\\{0,4}"|\bnodeName:|^\s*(?:nodeName|hostname):\s+"?|^Node:\s+)([a-zA-Z\d][\w.-]{0,252})/gm;

const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
const BEARER = /\b(Bearer|Basic) +([\w+/=.~-]{12,})/g;
const PARAMETER =
  /([?&](?:[\w-]*(?:token|secret|password|passwd|key|signature|sig|credential|auth)[\w-]*|code|X-Amz-[\w-]+)=)([^&\s"'\\)]+)/gi;
/** `password=…`, `"apiKey":"…"`, `SECRET: …`: the word may stand within a longer name. */
const NAMED_SECRET =
  /((?:password|passwd|secret|token|api_?key|access_?key|private_?key|credentials?)[\w-]{0,40}\\{0,4}"?\s{0,2}[=:]\s{0,2}\\{0,4}"?)([^\s"'\\,;&{}[\]]{3,})/gi;
const ACCESS_KEY = /\b(?:AKIA|ASIA|ghp_|gho_|glpat-|xox[abp]-)[\w-]{10,}/g;
const PEM = /-----BEGIN [A-Z ]{1,40}-----[\s\S]{0,8000}?(?:-----END [A-Z ]{1,40}-----|$)/g;
const MAIL = /(?<![/\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
/** Keys of journald that name the machine or what ran on it. */
const MACHINE =
  /("(?:_MACHINE_ID|_BOOT_ID|__CURSOR|_CMDLINE|_SYSTEMD_INVOCATION_ID)" ?: ?)"((?:[^"\\]|\\.)*)"/g;

const REGISTRY =
  /(?<![\w./@-])((?:[a-zA-Z\d](?:[\w-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[\w-]{0,61}[a-zA-Z\d])?){1,8}|localhost)(?::\d{1,5})?)(?=\/[\w./-]{1,300}(?:@sha256:|:[\w][\w.-]{0,127}))/g;
/** An image without a tag is told by its field. */
const IMAGE_FIELD =
  /(\b(?:image|imageID|imageRef|Image|Image ID)\\{0,4}"?\s{0,3}[=:]\s{0,20}\\{0,4}"?)([a-zA-Z\d][\w.-]*(?:\.[\w.-]+|:\d{1,5})(?::\d{1,5})?)(?=\/)/g;

/** Names that tell nothing about anybody. */
const PUBLIC: ReadonlySet<string> = new Set([
  'localhost',
  'kubernetes.default.svc',
  'kubernetes',
  'docker.io',
]);
const PUBLIC_DOMAIN = /(?:^|\.)(?:k8s\.io|kubernetes\.io|cluster\.local|docker\.com|gcr\.io|quay\.io)$/;

/**
 * Takes out of evidence what tells whose it is: addresses, names of nodes, registries, tokens. Every value has one stand-in,
 * so that what is equal stays equal. Names of pods and namespaces stay, since without them there is nothing to read.
 *
 * Lines may name a host before any line tells that it is one: give all of them to `learn` first.
 */
export class Redaction {
  private readonly addresses = new Map<string, string>();
  private readonly hosts = new Map<string, string>();
  private readonly registries = new Map<string, string>();
  private readonly secrets = new Map<string, string>();

  /** Remembers which names are hosts. */
  learn(text: string): void {
    for (const [, host = ''] of text.matchAll(HOST_FIELD)) this.host(host);
    for (const [host] of text.matchAll(CLOUD_HOST)) this.host(host);
    for (const [, , , host = ''] of text.matchAll(URL_HOST)) this.host(host);
    const header = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/.exec(text.slice(0, 260));
    const prefix = linePrefix(
      header === null ? (SYSLOG_LINE.exec(text.slice(0, 260))?.[0] ?? '') : text.slice(0, header.index),
    );
    if (prefix.host !== undefined) this.host(prefix.host);
  }

  /** A line, or a text of several, without what tells whose it is. */
  text(text: string): string {
    return text
      .replace(PEM, (whole) => this.secret(whole))
      .replace(JWT, (whole) => this.secret(whole))
      .replace(ACCESS_KEY, (whole) => this.secret(whole))
      .replace(BEARER, (_, word: string, value: string) => `${word} ${this.secret(value)}`)
      .replace(PARAMETER, (_, key: string, value: string) => key + this.secret(value))
      .replace(NAMED_SECRET, (whole, key: string, value: string) =>
        HARMLESS_VALUE.test(value) ? whole : key + this.secret(value),
      )
      .replace(MACHINE, (_, key: string, value: string) => `${key}"${this.secret(value)}"`)
      .replace(
        URL_HOST,
        (_, scheme: string, user: string | undefined, host: string) =>
          scheme + (user === undefined ? '' : `${this.secret(user)}@`) + host,
      )
      .replace(MAIL, (whole) => this.secret(whole))
      .replace(IMAGE_FIELD, (_, key: string, registry: string) => key + this.registry(registry))
      .replace(REGISTRY, (registry) => this.registry(registry))
      .replace(NAME, (name, at: number, whole: string) => this.name(name, at, whole))
      .replace(CLOUD_HOST, (host) => this.host(host))
      .replace(IPV4, (address) =>
        isPublicAddress(address) ? address : standIn(this.addresses, address, 'ip'),
      )
      .replace(IPV6, (address) => standIn(this.addresses, address.toLowerCase(), 'ip'));
  }

  /** How many values of each kind were met. */
  get replaced(): Redacted {
    const { addresses, hosts, registries, secrets } = this;
    return {
      addresses: addresses.size,
      hosts: hosts.size,
      registries: registries.size,
      secrets: secrets.size,
    };
  }

  private host(name: string): string {
    const known = this.hosts.get(name);
    if (known !== undefined) return known;
    if (PUBLIC.has(name) || PUBLIC_DOMAIN.test(name) || NO_HOST.test(name)) return name;
    return standIn(this.hosts, name, 'node');
  }

  /** A word that may be a host, or end in one, as a static pod's name does. */
  private name(name: string, at: number, whole: string): string {
    const { hosts } = this;
    const known = hosts.get(name);
    if (!/[\d.-]/.test(name))
      return known !== undefined && isNamePlace(whole, at, at + name.length) ? known : name;
    if (known !== undefined) return known;
    // The end of a sentence is no part of a name.
    if (name.endsWith('.')) return `${this.name(name.slice(0, -1), at, whole)}.`;
    const dot = name.indexOf('.');
    const short = dot < 0 ? undefined : hosts.get(name.slice(0, dot));
    // What follows is its domain.
    if (short !== undefined) return short;
    for (let dash = name.indexOf('-'); dash >= 0; dash = name.indexOf('-', dash + 1)) {
      const end = hosts.get(name.slice(dash + 1));
      if (end !== undefined) return name.slice(0, dash + 1) + end;
    }
    return name;
  }

  private registry(name: string): string {
    if (PUBLIC.has(name) || PUBLIC_DOMAIN.test(name) || /^registry-\d+$/.test(name)) return name;
    return standIn(this.registries, name, 'registry');
  }

  private secret(value: string): string {
    return /^redacted-\d+$/.test(value) ? value : standIn(this.secrets, value, 'redacted');
  }
}

/** A host whose name is a plain word is one only where a name must stand: it may mean anything within a sentence. */
const isNamePlace = (text: string, from: number, to: number): boolean => {
  const [before, after] = [text.slice(Math.max(0, from - 40), from), text.slice(to, to + 60)];
  if (/\d $/.test(before) && /^ [\w@./-]{1,50}\[\d+\]:/.test(after)) return true;
  return /(?:["/@=]|node(?:Name)?:\s{0,30})$/i.test(before) && /^(?:\\{0,4}["']|[:/}\s]|$)/.test(after);
};

const NAME = /(?<![\w.-])[a-zA-Z\d][\w.-]{0,252}/g;
/** Addresses are replaced as such; stand-ins stay. */
const NO_HOST = /^(?:[\d.]+|(?:node|ip|registry|redacted)-\d+)$/;
const SYSLOG_LINE = /^.{0,20}[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? [\w.-]+ [\w@./-]+\[\d+\]: /;
const HARMLESS_VALUE =
  /^(?:redacted|true|false|null|nil|<nil>|not|is|was|for|from|cannot|failed|secret|configmap)/i;

/** Loopback and `0.0.0.0` are everybody's. */
const isPublicAddress = (address: string): boolean => /^(?:127\.|0\.0\.0\.0$)/.test(address);

function standIn(known: Map<string, string>, value: string, word: string): string {
  const found = known.get(value);
  if (found !== undefined) return found;
  const made = `${word}-${known.size + 1}`;
  known.set(value, made);
  return made;
}
