import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type Branding, LOGO_PATH, type PublicConfig, SANDBOX_FIELDS_PATH } from '@yardage/contract/public-config';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config';
import { ApiError } from './api-error.ts';
import { docsPage } from './docs-page.ts';
import { sendProblem } from './error-handler.ts';
import { fixedPage } from './fixed-page.ts';
import { MAP_TILES_PATH, registerMapTiles } from './map-tiles.ts';
import { openApiDocument } from './openapi.ts';
import { publicRoute } from './public-route.ts';
import { SHARE_AGAIN_MS, shareAssets } from './shared-assets.ts';
import { type BrandingSource, registerManifest } from './web-app-manifest.ts';

/** The branding in use, with the logo as documents need it. */
interface PortalBranding extends BrandingSource {
  current(): Promise<Branding & { paperLogo?: Buffer | undefined }>;
}

/**
 * Registers `/config.json`, the logo, the web app manifest, map tiles, `/openapi.json`, `/docs`, and the web app on every path that the server
 * does not use.
 */
export async function registerPublicPages(
  app: FastifyInstance,
  config: Config,
  signIn: PublicConfig['signIn'],
  branding: PortalBranding,
): Promise<void> {
  const { issuer, clientId, audience, scope } = signIn;
  const { tiles } = config.map;
  if (tiles) registerMapTiles(app, tiles);
  const publicConfig: Omit<PublicConfig, 'branding'> = {
    buildLabel: config.buildLabel,
    subscriptionKey: config.subscriptionKey,
    mode: config.mode,
    rewardTiers: config.rewardTiers,
    map: { styleUrl: config.map.styleUrl, tilesUrl: tiles ? `${MAP_TILES_PATH}?v=${tiles.version}` : null },
    paymentFields: paymentFieldsOf(config),
    signIn: { issuer, clientId, audience, scope },
  };
  app.get('/config.json', publicRoute('the web app reads it before anybody is signed in'), async (_request, reply) => {
    const { paperLogo: _, ...shown } = await branding.current();
    return reply.header('cache-control', 'no-cache').send({ branding: shown, ...publicConfig });
  });
  app.get(LOGO_PATH, publicRoute('the landing page shows it'), async (_request, reply) => {
    const logo = await branding.logo();
    if (!logo) throw new ApiError('not-found');
    // May be cached, because the address changes with every upload.
    return reply.type(logo.contentType).header('cache-control', 'public, max-age=86400').send(logo.content);
  });
  registerManifest(app, branding);
  const counted = { config: { publicBecause: 'the contract is no secret', isUnlogged: true }, compress: false as const };
  const { platformName } = config.branding;
  // Made at the first request: it takes half a second, which would delay every start.
  const document = fixedPage('application/json; charset=utf-8', () => JSON.stringify(openApiDocument(platformName, config.publicUrl)));
  app.get('/openapi.json', counted, document);
  const docsCss = () => readFileSync(new URL('./assets/docs.css', import.meta.url), 'utf8');
  app.get(
    '/docs',
    counted,
    fixedPage('text/html; charset=utf-8', () => docsPage(platformName)),
  );
  app.get('/docs/docs.css', counted, fixedPage('text/css; charset=utf-8', docsCss));
  await registerWebApp(app, config);
}

/** The release of Stripe's browser library that belongs to the API's version of the adapter. Stripe allows no copy of it. */
const STRIPE_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

/** Returns where the web app finds the processor's own fields. */
function paymentFieldsOf({ payments: { fields, stripe } }: Config): PublicConfig['paymentFields'] {
  if (fields === 'typed') return null;
  if (!stripe) return { processor: 'sandbox', url: SANDBOX_FIELDS_PATH };
  return { processor: 'stripe', scriptUrl: STRIPE_SCRIPT_URL, publishableKey: stripe.publishableKey ?? '' };
}

export const isWebAppBuilt = (webRoot: string): boolean => existsSync(join(webRoot, 'index.html'));

/** Serves the files of the web app, and its page for every path of the app. */
async function registerWebApp(app: FastifyInstance, { webRoot, webAssetsDir }: Config): Promise<void> {
  const isBuilt = isWebAppBuilt(webRoot);
  if (isBuilt) {
    if (webAssetsDir) keepShared(app, webRoot, webAssetsDir);
    await app.register(fastifyStatic, {
      root: webAssetsDir ? [webRoot, webAssetsDir] : webRoot,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    // A link to a pour board is a secret: search engines must not list it, and no other site must get it as the referrer.
    app.get('/share', publicRoute('people without an account follow one order through a link'), (_request, reply) =>
      reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }).sendFile('share.html'),
    );
    app.get<{ Params: { '*': string } }>('/*', publicRoute('the web app loads before anybody is signed in'), (request, reply) =>
      // The root path serves its page even without an Accept header, as monitors request it.
      reply.sendFile(request.params['*'] || 'landing.html'),
    );
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) &&
      (request.headers.accept ?? '').includes('text/html') &&
      !/^\/(api|oidc|hub|assets)(\/|$)/.test(request.url);
    if (isBuilt && wantsPage) return reply.sendFile('index.html');
    return sendProblem(request, reply, new ApiError('not-found'));
  });
}

/** Copies the files of this build to the shared folder now and at intervals, which also marks them as in use. */
function keepShared(app: FastifyInstance, webRoot: string, webAssetsDir: string): void {
  shareAssets(webRoot, webAssetsDir);
  const again = setInterval(() => {
    try {
      shareAssets(webRoot, webAssetsDir);
    } catch (error) {
      app.log.error({ err: error }, 'the files of the web app could not be shared');
    }
  }, SHARE_AGAIN_MS);
  again.unref();
  app.addHook('onClose', async () => clearInterval(again));
}
