/** The engine of this page; a link that another one made may play differently. */
export const ENGINE_VERSION = '0.1.0';
