/**
 * Loads the picture library, which takes 25 MB, with the first picture. Processes that never see one, such as workers, do without. It keeps
 * no cache and uses one thread, because decoding a large picture takes many times the size of its file.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
