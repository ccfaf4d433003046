// Draws components without hooks straight into the page, for pages that are too small for React: their build takes this module for
// `react/jsx-runtime` (decisions 49 and 68).

/** What `show` draws: an element or a component with its props. */
interface Drawing {
  type: string | Component;
  props: Props;
}
type Child = Drawing | string | number | boolean | null | undefined | readonly Child[];
type Props = Readonly<Record<string, unknown>> & { children?: Child };
type Component = (props: Props) => Child;

/** Children without an element of their own. */
export const Fragment = ({ children }: Props): Child => children;

/** Describes an element or a component. */
export function jsx(type: string | Component, props: Props): Drawing {
  return { type, props };
}
/** The runtime's name for elements with several children. */
export function jsxs(type: string | Component, props: Props): Drawing {
  return jsx(type, props);
}

/** Updates a container to show what components describe. Changes only what differs, so that focus, selection and scroll position stay. */
export function show(container: Element, content: unknown): void {
  showChildren(container, content as Child);
}

/** Returns the elements and texts that components, fragments and lists consist of. */
function flat(child: Child): (Drawing | string)[] {
  if (isList(child)) return child.flatMap(flat);
  if (typeof child === 'string' || typeof child === 'number') return [String(child)];
  if (!child || typeof child === 'boolean') return [];
  return typeof child.type === 'string' ? [child] : flat(child.type(child.props));
}

function isList(child: Child): child is readonly Child[] {
  return Array.isArray(child);
}

function showChildren(parent: Element, children: Child): void {
  const before = [...parent.childNodes];
  const wanted = flat(children);
  wanted.forEach((child, index) => {
    const known = before[index];
    const node = typeof child === 'string' ? textNode(known, child) : elementNode(parent, known, child);
    if (!known) parent.appendChild(node);
    else if (node !== known) parent.replaceChild(node, known);
  });
  for (const surplus of before.slice(wanted.length)) surplus.remove();
}

function textNode(known: Node | undefined, text: string): Node {
  if (known?.nodeType !== Node.TEXT_NODE) return document.createTextNode(text);
  if (known.nodeValue !== text) known.nodeValue = text;
  return known;
}

const SVG = 'http://www.w3.org/2000/svg';

function elementNode(parent: Element, known: Node | undefined, { type, props }: Drawing): Node {
  const name = String(type);
  const isSvg = name === 'svg' || parent.namespaceURI === SVG;
  const isKnown = known instanceof Element && known.localName === name;
  const element = isKnown ? known : isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
  showProps(element, props, isSvg);
  showChildren(element, props.children);
  return element;
}

/** Attributes of SVG that React writes in camel case. The others are written the same way in SVG itself. */
const DASHED = /^(stroke|fill|clip)(?=[A-Z])/;

function attributeName(name: string, isSvg: boolean): string {
  if (name === 'className') return 'class';
  if (!isSvg) return name.toLowerCase();
  return DASHED.test(name) ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name;
}

function showProps(element: Element, { children: _, muted, ...props }: Props, isSvg: boolean): void {
  const attributes = new Map<string, string>();
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') Object.assign(element, { [name.toLowerCase()]: value });
    else {
      const text = attributeValue(name, value);
      if (text !== undefined) attributes.set(attributeName(name, isSvg), text);
    }
  }
  // Set as a property: the attribute works only in parsed HTML, and browsers autoplay no video that is not muted.
  if (muted !== undefined) Object.assign(element, { muted });
  for (const { name } of [...element.attributes]) if (!attributes.has(name) && !isReaders(element, name)) element.removeAttribute(name);
  for (const [name, value] of attributes) showAttribute(element, name, value);
}

/** Returns an attribute's text; undefined if the element has no such attribute. */
function attributeValue(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (name === 'style') return styleText(value as Record<string, string>);
  if (typeof value !== 'boolean' || /^(data|aria)-/.test(name)) return String(value);
  return value ? '' : undefined;
}

function showAttribute(element: Element, name: string, value: string): void {
  // By its property, so that it works under a policy that forbids style attributes, too.
  if (name === 'style') {
    const { style } = element as HTMLElement | SVGElement;
    if (style.cssText !== value) style.cssText = value;
  } else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function styleText(style: Readonly<Record<string, string>>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ');
}

/** Whether the reader sets an attribute: `open` of a part of the page that can be opened. */
function isReaders(element: Element, name: string): boolean {
  return element.nodeName === 'DETAILS' && name === 'open';
}
