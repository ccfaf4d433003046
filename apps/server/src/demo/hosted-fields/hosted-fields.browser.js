// The sandbox processor's fields, shown in a frame of the portal. What is typed goes to the processor and never to the page around it,
// which gets a reference. The frame has an origin of its own, so neither page can read the other.
const form = document.querySelector('form');
const failure = document.getElementById('failure');
const tell = (message) => parent.postMessage(message, '*');
const isChanged = () => [...new FormData(form).values()].some((value) => value !== '');

function show(faults) {
  for (const input of form.elements) {
    const fault = faults[input.name] ?? '';
    document.getElementById(`${input.name}-fault`).textContent = fault;
    if (fault === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  }
  [...form.elements].find((input) => faults[input.name])?.focus();
}

async function submit() {
  failure.textContent = '';
  try {
    // biome-ignore lint/style/noRestrictedGlobals: this runs in the browser, in the page of the processor.
    const answer = await fetch(`${location.pathname}${location.search}`, {
      method: 'POST',
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    const { reference, faults = {} } = await answer.json();
    show(faults);
    if (!reference && Object.keys(faults).length === 0) throw new Error('no reference');
    tell(reference ? { type: 'reference', reference } : { type: 'fault' });
  } catch {
    failure.textContent = document.body.dataset.unreachable;
    tell({ type: 'fault' });
  }
}

addEventListener('message', (event) => {
  if (event.source !== parent) return;
  if (event.data?.type === 'submit') void submit();
  if (event.data?.type === 'clear') form.reset();
});
form.addEventListener('submit', (event) => event.preventDefault());
// A form without a button is not submitted by Enter.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.isComposing) tell({ type: 'enter' });
});
form.addEventListener('input', () => tell({ type: 'changed', isChanged: isChanged() }));
new ResizeObserver(() => tell({ type: 'size', height: document.documentElement.offsetHeight })).observe(document.documentElement);
tell({ type: 'ready' });
