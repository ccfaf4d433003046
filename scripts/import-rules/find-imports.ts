export interface ImportSite {
  specifier: string;
  line: number;
}

// Comments, then imports, then other strings: the first match at a position wins, so an import inside a comment or a
// string is not counted. Type imports count too.
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\(|\bimport\.meta\.resolve\s*\()\s*(?:'(?<single>[^'\n]+)'|"(?<double>[^"\n]+)")|`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

/** Returns every module that a source text imports, exports from or loads at run time. */
export function findImports(source: string): ImportSite[] {
  const sites: ImportSite[] = [];
  for (const match of source.matchAll(TOKEN)) {
    const specifier = match.groups?.single ?? match.groups?.double;
    if (specifier) sites.push({ specifier, line: source.slice(0, match.index).split('\n').length });
  }
  return sites;
}
