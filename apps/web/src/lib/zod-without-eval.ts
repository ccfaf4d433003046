// Zod tries `new Function` when the first object schema is made, and the content security policy reports the try as a violation. It reads
// this switch from the global object, so that it can be set here, in the entry, without loading Zod for the landing page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
