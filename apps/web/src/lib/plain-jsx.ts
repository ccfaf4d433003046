// Draws components without hooks straight into the page, for pages that are too small for React: the build of the shared pour board takes
// this module for `react/jsx-runtime` (decision 49). Event handlers are not supported.

type Child = Node | string | number | boolean | null | undefined | readonly Child[];
type Props = Readonly<Record<string, unknown>> & { children?: Child };
type Component = (props: Props) => Child;

/** Children without an element of their own. */
export const Fragment = ({ children }: Props): Child => children;

/** Makes the nodes of an element or a component. */
export function jsx(type: string | Component, props: Props): Child {
  if (typeof type === 'function') return type(props);
  const element = document.createElement(type);
  for (const [name, value] of Object.entries(props)) {
    if (name === 'children' || value === undefined || value === null) continue;
    if (name === 'style') Object.assign(element.style, value);
    else if (name.startsWith('data-') || name.startsWith('aria-')) element.setAttribute(name, String(value));
    else if (value !== false) element.setAttribute(name === 'className' ? 'class' : name, value === true ? '' : String(value));
  }
  append(element, props.children);
  return element;
}
/** The runtime's name for elements with several children. */
export function jsxs(type: string | Component, props: Props): Child {
  return jsx(type, props);
}

function append(parent: Node, child: Child): void {
  if (Array.isArray(child)) for (const each of child) append(parent, each);
  else if (child instanceof Node) parent.appendChild(child);
  else if (typeof child === 'string' || typeof child === 'number') parent.appendChild(document.createTextNode(String(child)));
}

/** Shows what components made. Only what differs is touched, so that the focus, a selection and the scroll position stay. */
export function show(container: Element, content: unknown): void {
  const fresh = container.cloneNode(false);
  append(fresh, content as Child);
  adaptChildren(container, fresh);
}

function adapt(old: Node, fresh: Node): void {
  if (old.nodeName !== fresh.nodeName) old.parentNode?.replaceChild(fresh, old);
  else if (old instanceof Element && fresh instanceof Element) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !isReaders(old, name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    adaptChildren(old, fresh);
  } else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
}

function adaptChildren(old: Node, fresh: Node): void {
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  after.forEach((child, index) => {
    const known = before[index];
    if (known) adapt(known, child);
    else old.appendChild(child);
  });
  for (const surplus of before.slice(after.length)) surplus.remove();
}

/** Whether the reader decides about an attribute: they opened a part of the page. */
function isReaders(element: Element, name: string): boolean {
  return element.nodeName === 'DETAILS' && name === 'open';
}
