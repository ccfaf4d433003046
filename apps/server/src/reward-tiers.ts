import { readFileSync } from 'node:fs';
import { rewardTiersSchema } from '@yardage/contract/public-config';
import { centsOf } from '@yardage/domain/money';
import { DEFAULT_TIERS, type Tiers } from '@yardage/domain/rewards';
import { z } from 'zod';

const dollars = z.number().min(0).transform(centsOf);

/** The settings of each tier in the file, with amounts in dollars. */
const fileSchema = z.strictObject(
  Object.fromEntries(
    DEFAULT_TIERS.map(({ name }) => [
      name,
      z
        .strictObject({
          fromSpend: dollars,
          perYardConcrete: dollars,
          perTonAggregate: dollars,
          isEnvironmentalChargeRemoved: z.boolean(),
        })
        .partial()
        .optional(),
    ]),
  ),
);

/** Reads the reward tiers from a JSON file such as `{ "Gold": { "perTonAggregate": 0.6 } }`; missing values keep their default. */
export function readRewardTiers(file: string | undefined, faults: string[]): Tiers {
  if (!file) return DEFAULT_TIERS;
  try {
    const given = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return rewardTiersSchema.parse(DEFAULT_TIERS.map((tier) => ({ ...tier, ...given[tier.name] })));
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ')
        : String(error);
    faults.push(`REWARDS_FILE: ${reason}`);
    return DEFAULT_TIERS;
  }
}
