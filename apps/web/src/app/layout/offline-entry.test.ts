import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const state = vi.hoisted(() => ({ ended: null as object | null, view: null as object | null }));
const start = vi.hoisted(() => vi.fn());
const resumeChats = vi.hoisted(() => vi.fn(async () => undefined));
// Without a document there is no React to run effects, so they run at once.
vi.mock('react', async (original) => ({ ...(await original<object>()), useEffect: (effect: () => void) => effect() }));
vi.mock('@tanstack/react-query', async (original) => ({ ...(await original<object>()), useQueryClient: () => ({}) }));
vi.mock('#web/lib/store.ts', async (original) => ({ ...(await original<object>()), useStore: () => state.ended }));
vi.mock('#web/lib/customer/customer-store.ts', () => ({ useCustomers: () => ({ list: undefined }) }));
vi.mock('#web/lib/hub/hub.ts', () => ({ useHubEvent: () => undefined }));
vi.mock('#web/lib/session/view-as.ts', () => ({ currentView: () => state.view }));
vi.mock('#web/lib/offline/app-updates.ts', () => ({ watchAppUpdates: async () => undefined }));
vi.mock('#web/lib/offline/connection.ts', () => ({ isOffline: () => false, onConnectionChange: () => undefined }));
vi.mock('#web/features/alerts/alerts.api.ts', () => ({ renewNotifications: async () => undefined }));
vi.mock('#web/features/chat/resume-chats.ts', () => ({ resumeChats }));
vi.mock('#web/features/tickets/sign-offs.api.ts', () => ({ signOffOutbox: { start }, refreshSigned: async () => undefined }));

vi.resetModules();
const { OfflineEntry } = await import('./offline-entry.tsx');
beforeEach(() => vi.clearAllMocks());
afterAll(() => {
  vi.resetModules();
});

it('SGN-03 OFF-03 what waits is sent whichever account is selected, but not after the session ended and not in a view', () => {
  const sends = (): number[] => {
    vi.clearAllMocks();
    OfflineEntry();
    return [start.mock.calls.length, resumeChats.mock.calls.length];
  };
  expect(sends()).toEqual([1, 1]);
  state.view = { id: 'v' };
  expect(sends()).toEqual([0, 0]);
  Object.assign(state, { view: null, ended: {} });
  expect(sends()).toEqual([0, 0]);
});
