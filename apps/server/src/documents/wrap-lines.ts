/** Returns the width of a text in points. */
export type Measure = (text: string) => number;

/** Breaks a text into lines that fit a width: at spaces, and inside a word only if the word alone is too wide. */
export function wrapLines(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => (measure(paragraph) <= width ? [paragraph] : wrapParagraph(paragraph, width, measure)));
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ').filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (measure(line) > width) {
      const head = fittingHead(line, width, measure);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  if (line) lines.push(line);
  return lines;
}

/** Returns the longest prefix of a word that fits, but at least one character, so that wrapping terminates. */
function fittingHead(word: string, width: number, measure: Measure): string {
  let fitting = 1;
  let tooLong = word.length;
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (measure(word.slice(0, middle)) <= width) fitting = middle;
    else tooLong = middle;
  }
  return word.slice(0, fitting);
}
