import { type Library, makeLibrary } from '../scenarios/library';

const texts = import.meta.glob<string>('../scenarios/catalog/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The scenarios that come with the page. */
export const pageLibrary = (): Library =>
  makeLibrary(
    new Map(Object.entries(texts).map(([path, text]) => [path.replace(/^.*\/|\.yaml$/g, ''), text])),
  );
