/** What a payload may unpack to. */
const TOO_LARGE = 4_000_000;

/** A text as the part of a link: deflated, in the letters that URLs take. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** What was packed; `null` if it is damaged, or unpacks to more than anybody means. */
export async function unpack(payload: string): Promise<string | null> {
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts: Uint8Array[] = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > TOO_LARGE) return null;
      parts.push(part.value);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(
      await new Blob(parts as BlobPart[]).arrayBuffer(),
    );
  } catch {
    return null;
  }
}
