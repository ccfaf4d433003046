/** Meaning → words that have it. Plurals and small typos are recognized without being listed. */
const MEANING_WORDS: Readonly<Record<string, string>> = {
  order: 'order pour booking pouring ordered booked placed',
  ticket: 'ticket load loads tix',
  invoice: 'invoice bill billing inv',
  payment: 'payment receipt',
  pay: 'pay paying',
  paid: 'paid payed',
  statement: 'statement',
  quote: 'quote quotation bid proposal',
  price: 'price pricing cost rate charge',
  owe: 'owe owed owing balance outstanding aging debt',
  due: 'due',
  overdue: 'overdue late delinquent behind',
  truck: 'truck mixer trucks',
  driver: 'driver drove drives driving',
  track: 'track tracking map gps',
  arrive: 'arrive arriving arrival eta coming',
  where: 'where',
  status: 'status progress',
  deliver: 'deliver delivered delivery receive received poured got',
  much: 'much many total quantity volume amount',
  yard: 'yard yards cy cubic yardage tons ton',
  concrete: 'concrete cement readymix mud',
  aggregate: 'aggregate gravel stone sand rock',
  block: 'block brick masonry',
  contact: 'contact contacts salesman salesmen salesperson saleswoman rep reps representative',
  call: 'call phone email reach',
  sales: 'sales',
  account: 'account',
  customer: 'customer company contractor client',
  manager: 'manager',
  regional: 'regional',
  discount: 'discount discounts save saving savings early',
  spend: 'spend spent spending reward rewards tier billed invoiced charged bought buy',
  recent: 'recent recently latest newest',
  last: 'last previous',
  next: 'next upcoming scheduled schedule future',
  open: 'open unpaid unpayed',
  active: 'active current valid',
  inactive: 'inactive expired old',
  pending: 'pending processing',
  failed: 'failed declined returned',
  rejected: 'rejected reject',
  sign: 'sign signed signing sign-off signature signer',
  unsigned: 'unsigned',
  corrected: 'correct corrected correction',
  cancel: 'cancel',
  cancelled: 'cancelled canceled',
  willCall: 'willcall',
  onHold: 'on-hold held',
  most: 'most',
  more: 'more less fewer compare compared comparison versus vs',
  largest: 'largest biggest highest',
  oldest: 'oldest',
  job: 'job site project jobsite',
  stage: 'done finish finished complete completed ready started running',
  ends: 'expire expires expiring end ends ending',
  plant: 'plant',
  po: 'po',
  address: 'address',
  left: 'left remaining',
  person: 'person human dispatcher dispatch agent operator people',
  someone: 'someone somebody',
  talk: 'talk speak transfer connect chat',
  help: 'help assist capabilities',
  hello: 'hello hi hey howdy greetings',
  thanks: 'thanks thank thx cheers',
  it: 'it this that its',
  not: "not no none never isn't aren't wasn't weren't haven't hasn't didn't doesn't don't",
  /** Ends of a range, numbers and units of time that were not understood as part of a day, a count or a number. */
  bound: 'since before after until till between',
  some: 'two three four five six seven eight nine ten few couple',
  period: 'day week month quarter year',
  /** Words that ask for something that no record can answer. */
  beyond:
    'average mean median percent percentage percentages why over under above below forecast predict trend smallest lowest least wrong per each every without except',
};

/** Typed word → meaning. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries(MEANING_WORDS).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)),
);

/** All meanings. */
export const MEANINGS: ReadonlySet<string> = new Set(Object.keys(MEANING_WORDS));

/** Words that do not change what is asked. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the my our your me us we i you he she they them their his her its all any some of in on at for to from by with and or is are was were be been being am do does did ' +
    'have has had having can could would should will shall may might must please pls show list give tell get gets getting see find look check know need want like let say said ' +
    'what which who whom whose when how there here number numbers yet time times date dates dated issued made ' +
    'now just so far still ever already right today yesterday tomorrow tonight morning afternoon evening details detail info information about one ' +
    'up out as than also really actually currently going go goes went come comes coming take taken taking money dollars bucks guys folks ' +
    'if then only too again other another both new same thing things something anything everything anybody anyone ok okay well yes sure sir maam buddy ' +
    'within during overall mix product material way road job start starts begin begins ' +
    'soon update available bring brings brought sent send stand stands standing going happening happen happened mine ours having ' +
    'doing means exactly quick quickly question wondering wonder hear heard anyhow asap expected expect ' +
    'long along good stuff through sum use used set inside into onto off down back'
  ).split(' '),
);
