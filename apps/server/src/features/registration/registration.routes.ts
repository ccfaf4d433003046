import { changeMembershipRequest, register, requestMembership, withdrawMembershipRequest } from '@yardage/contract/registration';
import type { Area } from '#server/features/area';
import { registrationService } from './registration.service.ts';

/** Routes of API-44 to API-48. */
export const registrationArea: Area = (bind, services) => {
  const registration = registrationService(services);
  bind(register, ({ body, requestId }) => registration.register(body, requestId));
  bind(requestMembership, ({ caller, body, requestId }) => registration.requestMore(caller, body, requestId));
  bind(changeMembershipRequest, ({ caller, body, requestId }) => registration.change(caller, body, requestId));
  bind(withdrawMembershipRequest, ({ caller, query, requestId }) =>
    registration.withdraw(caller, query.Email, query.customerNumber, requestId),
  );
};
