/** Why a key or webhook of a customer ended by itself. */
export const MAKER_LEFT = 'The member who made it has no access to the account any more.';

/** The mail to the account's owners about keys and webhooks that ended with a member's access. */
export const ENDED_SUBJECT = 'Connections of your account have ended';

export function endedText(
  { maker, keys, webhooks }: { maker: string; keys: readonly string[]; webhooks: readonly string[] },
  { platformName, publicUrl }: { platformName: string; publicUrl: string },
): string {
  const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return [
    `${maker} has no access to your account any more. What they connected to it has ended, so that no secret outlives its owner.`,
    ...(keys.length > 0 ? [`Keys that are revoked: ${list(keys)}. Make new ones if your systems still need them.`] : []),
    ...(webhooks.length > 0
      ? [`Webhooks that are paused: ${list(webhooks)}. Check their addresses and resume them; no event is lost.`]
      : []),
    `${publicUrl}/integrations`,
    platformName,
  ].join('\n\n');
}
