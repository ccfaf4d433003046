import {
  addImportPart,
  cancelImport,
  createImport,
  getImport,
  getImportOptions,
  getImportReport,
  getImportTemplate,
  listImports,
  previewImport,
  resumeImport,
  startImport,
} from '@yardage/contract/imports';
import type { Area } from '#server/features/area';
import { importsService } from './imports.service.ts';

/** Routes of the desk's page for files. */
export const importsArea: Area = (bind, { database }) => {
  const imports = importsService(database);
  bind(getImportOptions, () => imports.options());
  bind(getImportTemplate, async ({ params }) => imports.template(params.resource));
  bind(listImports, () => imports.list());
  bind(getImport, ({ params }) => imports.find(params.id));
  bind(createImport, ({ body, caller, requestId }) => imports.create(body, { userId: caller.userId, requestId }));
  bind(addImportPart, ({ params, body, files }) => imports.addPart(params.id, body.offset, files));
  bind(previewImport, ({ params, body }) => imports.preview(params.id, body));
  bind(startImport, ({ params, body, caller, requestId }) => imports.start(params.id, body, { userId: caller.userId, requestId }));
  bind(cancelImport, ({ params }) => imports.cancel(params.id));
  bind(resumeImport, ({ params }) => imports.resume(params.id));
  bind(getImportReport, ({ params }) => imports.report(params.id));
};
