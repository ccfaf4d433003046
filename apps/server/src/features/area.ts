import type { Branding } from '@yardage/contract/public-config';
import type { Database } from '#server/database/database';
import type { MailService } from '#server/features/mail/mail.service';
import type { PaymentFlow } from '#server/features/payments/payment-flow.service';
import type { Bind } from '#server/http/bind-endpoint';

/** What every area is given to work with. */
export interface AreaServices {
  database: Database;
  branding: Branding;
  mail: MailService;
  paymentFlow: PaymentFlow;
}

/** An area of the portal: binds its endpoints. */
export type Area = (bind: Bind, services: AreaServices) => void;
