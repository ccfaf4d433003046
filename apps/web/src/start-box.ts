// Parts of the page's first script, which uses the DOM only.

/** Returns an element. */
export function box(className: string, ...inner: HTMLElement[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...inner);
  return element;
}

/** Returns an element with a text. */
export function textBox(className: string, text: string): HTMLElement {
  const element = box(className);
  element.textContent = text;
  return element;
}

/** Resolves after this time. */
export function later(delayMs: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, delayMs));
}
