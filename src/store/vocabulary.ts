/** The engine's words and figures, for the views. */
export * from '../transport/vocabulary';
