import { START_MESSAGES } from './start.messages.ts';

/**
 * Shown if settings or messages could not be loaded. It uses plain elements, because there is no theme yet. If the app's own script did not
 * arrive, the first script shows the same (start-screen.ts).
 */
export function StartFailure() {
  return (
    <main style={{ maxWidth: '440px', margin: '20vh auto', padding: '24px' }}>
      <h1 style={{ fontSize: '1.25rem' }}>{START_MESSAGES.title}</h1>
      <p>{START_MESSAGES.text}</p>
      <button type="button" style={{ minHeight: '44px', padding: '0 16px' }} onClick={() => window.location.reload()}>
        {START_MESSAGES.retry}
      </button>
    </main>
  );
}
