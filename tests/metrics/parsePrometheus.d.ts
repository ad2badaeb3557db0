declare module 'parse-prometheus-text-format' {
  /** Parses Prometheus text into families. */
  export default function parse(text: string): never[];
}
