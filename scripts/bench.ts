// `npm run bench`: lists over HTTP beside the same SQL through bare `pg`.
import '../bench/lists.ts';
