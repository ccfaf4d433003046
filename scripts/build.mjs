import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/project.mjs';
import { ensureWebBuilt } from './lib/web-build.mjs';

// `npm run build`: installs what runs the portal and builds the web app, in the folder of a new release. Runs on Node.js 20.
await main(async () => {
  await ensureInstalled('running');
  await ensureWebBuilt();
});
