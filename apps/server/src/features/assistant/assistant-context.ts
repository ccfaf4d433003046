import { dayAt } from '@yardage/domain/dates';
import type { AssistantQuestion, Topic } from '#server/adapters/assistant/port';
import type { AreaServices } from '#server/features/area';
import type { Scope } from '#server/http/scope';
import { assistantTools } from './assistant-tools.ts';
import { findNames } from './names.queries.ts';

/** Returns the parts of a question that depend only on the scope and the topic: today's date, the tools and the known names. */
export function assistantContext(
  services: AreaServices,
): (scope: Scope, topic?: Topic) => Pick<AssistantQuestion, 'today' | 'lookUp' | 'names'> {
  const lookUpFor = assistantTools(services);
  return (scope, topic) => ({
    today: dayAt(new Date(), scope.timeZone),
    lookUp: lookUpFor(scope, topic),
    names: () => findNames(services.database, scope),
  });
}
