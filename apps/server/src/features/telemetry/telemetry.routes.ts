import { postPositions, postTicketEvents } from '@yardage/contract/telemetry';
import type { Area } from '#server/features/area';
import { telemetryService } from './telemetry.service.ts';

/** Routes that trucks and the dispatch system post to. */
export const telemetryArea: Area = (bind, services) => {
  const telemetry = telemetryService(services);
  bind(postPositions, ({ caller, body }) => telemetry.takePositions(caller, body.positions));
  bind(postTicketEvents, ({ caller, body }) => telemetry.takeTicketEvents(caller, body.events));
};
