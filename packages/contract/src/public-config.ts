import { COLOUR_PATTERN } from '@yardage/domain/colors';
import { tierFaults } from '@yardage/domain/rewards';
import { ACCENT_MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';

/** Where the server serves the logo that was uploaded at the desk. */
export const LOGO_PATH = '/branding/logo';

const colour = z.string().regex(COLOUR_PATTERN, { error: () => ACCENT_MESSAGES.notAColour });

/** The supplier's branding. Everything has a default, so one build serves every deployment (SHL-24). */
export const brandingSchema = z.strictObject({
  platformName: z.string().min(1),
  documentTitle: z.string().min(1),
  logoUrl: z.string().nullable(),
  accentColor: colour,
  supportPhone: z.string(),
  supportEmail: z.string(),
  privacyPolicyUrl: z.string().nullable(),
  showWelcomeMessage: z.boolean(),
  entryVideoUrl: z.string().nullable(),
  /** The dashboard's banner image; without one the portal draws its default. */
  bannerUrl: z.string().nullable(),
  addressLines: z.array(z.string()),
});
export type Branding = z.infer<typeof brandingSchema>;

const cents = z.int().min(0);
const rewardTier = z.strictObject({
  level: z.literal([1, 2, 3, 4]),
  name: z.enum(['Silver', 'Gold', 'Platinum', 'Diamond']),
  fromSpend: cents,
  perYardConcrete: cents,
  perTonAggregate: cents,
  isEnvironmentalChargeRemoved: z.boolean(),
});

/** The reward tiers of a deployment, amounts in cents; a higher tier never earns less. */
export const rewardTiersSchema = z
  .tuple([rewardTier, rewardTier, rewardTier, rewardTier])
  .superRefine((tiers, context) => {
    for (const message of tierFaults(tiers)) context.addIssue({ code: 'custom', message });
  })
  .readonly();

/** Where the demo's processor serves its own fields for cards and accounts. */
export const SANDBOX_FIELDS_PATH = '/demo/processor/fields';

/** `/config.json`, read by the web app at startup. */
export const publicConfigSchema = z.strictObject({
  branding: brandingSchema,
  buildLabel: z.string(),
  subscriptionKey: z.string(),
  mode: z.enum(['demo', 'production']),
  rewardTiers: rewardTiersSchema,
  /** An external map style, or the file of a street map on this server; without both the portal draws its own map. */
  map: z.strictObject({ styleUrl: z.string().nullable(), tilesUrl: z.string().nullable() }),
  /** The processor's own fields for cards and accounts; null if the portal's form takes the numbers. */
  paymentFields: z
    .discriminatedUnion('processor', [
      z.strictObject({ processor: z.literal('sandbox'), url: z.string() }),
      z.strictObject({ processor: z.literal('stripe'), scriptUrl: z.string(), publishableKey: z.string() }),
    ])
    .nullable(),
  signIn: z.strictObject({ issuer: z.string(), clientId: z.string(), audience: z.string(), scope: z.string() }),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
