import { openEngine } from '#server/database/engine';
import { migrate, readMigrations } from '#server/database/migrate';
import { SLOW_MIGRATIONS } from './slow-migrations.ts';

// Migrates the database of its first argument (engine settings as JSON) slowly, so that a test can kill it half-way.
const engine = await openEngine(JSON.parse(process.argv[2] ?? ''));
console.log('migrating');
await migrate(engine, [...readMigrations(), ...SLOW_MIGRATIONS]);
await engine.close();
