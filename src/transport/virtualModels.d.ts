declare module 'virtual:models' {
  import type { NamedModel } from './explorerProtocol';

  /** The explorer's catalog as the build read it. */
  export const models: readonly NamedModel[];
}
