/** A PNG is so many times as large as its drawing. */
const SCALE = 2;

/** Hands a drawing to the person as an SVG file; `name` without its end. */
export const saveSvgText = (svg: string, name: string): void =>
  save(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);

/** Hands a drawing to the person as a PNG file, twice as large as it is drawn; `name` without its end. */
export async function savePngOf(svg: string, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob !== null) save(blob, `${name}.png`);
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
