import type { Branding } from '@yardage/contract/public-config';
import type { FastifyInstance } from 'fastify';
import { loadSharp } from '#server/documents/load-sharp';
import { ApiError } from './api-error.ts';
import { publicRoute } from './public-route.ts';

/** The branding in use, which may change while the server runs. */
export interface BrandingSource {
  current(): Promise<Branding>;
  logo(): Promise<{ content: Buffer; contentType: string } | undefined>;
}

/** Icon sizes by name: what Android and desktop systems ask for, and `touch` for iOS. */
const ICONS = { '192': 192, '512': 512, maskable: 512, touch: 180 } as const;
type IconName = keyof typeof ICONS;

/** Systems cut a maskable icon to their own shape and keep only the middle. iOS rounds the corners itself. */
const LOGO_SHARE: Readonly<Record<IconName, number>> = { '192': 0.84, '512': 0.84, maskable: 0.6, touch: 0.76 };
const DAY_SECONDS = 86_400;
const LIGHT_GROUND = '#f7f9fa';
const SHORT_NAME_LENGTH = 12;

/** `/manifest.webmanifest` and the icons that it names: they make the portal installable under the supplier's name (OFF-01). */
export function registerManifest(app: FastifyInstance, branding: BrandingSource): void {
  const made = new Map<string, Promise<Buffer>>();

  app.get('/manifest.webmanifest', publicRoute('browsers read it to install the portal'), async (_request, reply) => {
    const manifest = JSON.stringify(manifestOf(await branding.current()));
    return reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(manifest);
  });

  app.get<{ Params: { name: string } }>(
    '/branding/icon/:name',
    publicRoute('browsers show it for the installed portal'),
    async (request, reply) => {
      const name = request.params.name.replace(/\.png$/, '');
      if (!Object.hasOwn(ICONS, name)) throw new ApiError('not-found');
      const { accentColor, logoUrl } = await branding.current();
      const key = `${name} ${accentColor} ${logoUrl}`;
      // Drawing takes a tenth of a second, so each is drawn once. New branding replaces the old icons.
      if (!made.has(key)) {
        for (const old of made.keys()) if (old.startsWith(`${name} `)) made.delete(old);
        const drawn = drawIcon(name as IconName, accentColor, (await branding.logo())?.content);
        drawn.catch(() => made.delete(key));
        made.set(key, drawn);
      }
      return reply
        .type('image/png')
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .send(await made.get(key));
    },
  );
}

function manifestOf({ platformName, documentTitle, accentColor, logoUrl }: Branding) {
  const version = encodeURIComponent(`${accentColor.slice(1)}${logoUrl ?? ''}`);
  const icon = (name: IconName, purpose: string) => ({
    src: `/branding/icon/${name}.png?v=${version}`,
    sizes: `${ICONS[name]}x${ICONS[name]}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: platformName,
    short_name: platformName.length <= SHORT_NAME_LENGTH ? platformName : shortNameOf(documentTitle),
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: LIGHT_GROUND,
    theme_color: accentColor,
    icons: [icon('192', 'any'), icon('512', 'any'), icon('maskable', 'maskable')],
  };
}

/** Under an icon there is room for about twelve letters, so use as many whole words as fit. */
function shortNameOf(title: string): string {
  const words = title.split(' ');
  while (words.length > 1 && words.join(' ').length > SHORT_NAME_LENGTH) words.pop();
  return words.join(' ');
}

/** Draws the supplier's logo on white, or the portal's mark in the accent colour. */
async function drawIcon(name: IconName, accentColor: string, logo: Buffer | undefined): Promise<Buffer> {
  const sharp = await loadSharp();
  const size = ICONS[name];
  const isCropped = name === 'maskable' || name === 'touch';
  if (!logo)
    return sharp(Buffer.from(markOf(accentColor, size, isCropped)))
      .png()
      .toBuffer();
  const side = Math.round(size * LOGO_SHARE[name]);
  const picture = await sharp(logo).resize(side, side, { fit: 'contain', background: '#ffffff00' }).png().toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: isCropped ? '#ffffff' : '#ffffff00' } })
    .composite([{ input: picture }])
    .png()
    .toBuffer();
}

/** The mark of the favicon. Where the system cuts the icon it fills the square, with the lines further inside. */
function markOf(accentColor: string, size: number, isCropped: boolean): string {
  const scale = isCropped ? 'translate(16 16) scale(0.78) translate(-16 -16)' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">
    <rect width="32" height="32" rx="${isCropped ? 0 : 7}" fill="${accentColor}"/>
    <path transform="${scale}" d="M7 21.5h18M9.5 16h13M12 10.5h8" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;
}
