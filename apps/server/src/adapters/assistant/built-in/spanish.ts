import type { KnownNames } from '../port.ts';
import { findNames } from './names.ts';

// Questions in Spanish are put into the English words that the reader of questions knows. A word that is not in these lists stays as typed:
// the reader then says that it cannot take it into account, as with any unknown word.

/** Words that make a question Spanish. None of them is an English word. */
const SPANISH =
  /(?<!\p{L})(?:cu[aá]nt[oa]s?|d[oó]nde|cu[aá]ndo|cu[aá]l(?:es)?|qui[eé]n(?:es)?|debo|debemos|saldos?|pedidos?|facturas?|remisi[oó]n(?:es)?|pagos?|pagar|pag[ué]e?|camion(?:es)?|camión|cotizaci[oó]n(?:es)?|precios?|cuesta|obras?|concreto|entregas?|hola|gracias|ayuda|ayer|hoy|mañana|semana|estados? de cuenta|descuentos?|vendedor|contactos?|quiero|necesito|mu[eé]str[ae](?:me)?|hablar|llega(?:n|r)?|choferes|chofer|estatus|cancela[rd]?|m[aá]nd[ae](?:me)?|enví[ae](?:me)?|vencidas?|vencen|mis|del|puedes?|cargas?|firm(?:ó|ados?|adas?|as|aron|amos|ar|e)|quién firmo|rechazad[oa]s?)(?!\p{L})/iu;

const MONTHS: readonly (readonly [string, string])[] = [
  ['enero', 'January'],
  ['febrero', 'February'],
  ['marzo', 'March'],
  ['abril', 'April'],
  ['mayo', 'May'],
  ['junio', 'June'],
  ['julio', 'July'],
  ['agosto', 'August'],
  ['septiembre|setiembre', 'September'],
  ['octubre', 'October'],
  ['noviembre', 'November'],
  ['diciembre', 'December'],
];
const WEEKDAYS: readonly (readonly [string, string])[] = [
  ['lunes', 'Monday'],
  ['martes', 'Tuesday'],
  ['miércoles', 'Wednesday'],
  ['jueves', 'Thursday'],
  ['viernes', 'Friday'],
  ['sábado', 'Saturday'],
  ['domingo', 'Sunday'],
];
const MONTH = MONTHS.map(([spanish]) => spanish).join('|');
const RECORD = 'pedido|factura|remisión|pago|cotización|estado de cuenta|entrega';

/** Spanish phrase → English. The first that matches at a place wins, so longer ones come first. `$1` is what a group matched. */
const PHRASES: readonly (readonly [string, string])[] = [
  // Days
  ['antes de ayer|anteayer|antier', 'day before yesterday'],
  ['(?:en |por )?esta mañana|esta tarde|esta noche', 'today'],
  ['ayer', 'yesterday'],
  ['hoy(?: en día)?|el día de hoy', 'today'],
  ['mañana', 'tomorrow'],
  ['(?:en |de )?la semana pasada|(?:la )?última semana', 'last week'],
  ['(?:en |de )?esta semana', 'this week'],
  ['(?:en |de )?la (?:próxima semana|semana que viene|semana entrante|semana próxima)|próxima semana', 'next week'],
  ['(?:en el |del |el )?mes pasado|(?:el )?último mes', 'last month'],
  ['(?:en |de )?este mes', 'this month'],
  ['(?:en el |del |el )?(?:próximo mes|mes que viene|mes próximo|mes entrante)', 'next month'],
  ['(?:en el |del |el )?año pasado', 'last year'],
  ['(?:en |de )?este año|en lo que va del año', 'this year'],
  ['(?:en |de )?(?:los |las )?(?:últim[oa]s|pasad[oa]s) (\\p{L}+|\\d+) días', 'last $n days'],
  ['(?:en |de )?(?:los |las )?(?:últim[oa]s|pasad[oa]s) (\\p{L}+|\\d+) semanas', 'last $n weeks'],
  ['(?:en |de )?(?:los |las )?(?:últim[oa]s|pasad[oa]s) (\\p{L}+|\\d+) meses', 'last $n months'],
  ['(?:en |de )?(?:los |las )?próxim[oa]s (\\p{L}+|\\d+) días', 'next $n days'],
  ['hace (\\p{L}+|\\d+) días', '$n days ago'],
  ['hace una semana', 'a week ago'],
  [`(?:el )?(\\d{1,2}) de (${MONTH})(?: (?:de|del) (\\d{4}))?`, '$date'],
  [`(?:en |de |del mes de )?(${MONTH})(?: (?:de|del) (\\d{4}))?`, '$month'],
  ['desde(?: el)?', 'since'],
  ['hasta(?: el)?', 'until'],
  ['antes del?', 'before'],
  ['a partir del?', 'since'],
  ['después del?', 'after'],
  ['entre(?: el)?', 'between'],
  ...WEEKDAYS.map(([spanish, english]) => [`(?:del |el )?${spanish} pasado`, `last ${english}`] as const),
  ...WEEKDAYS.map(([spanish, english]) => [`(?:el )?(?:próximo ${spanish}|${spanish} que viene)`, `next ${english}`] as const),
  ...WEEKDAYS.map(([spanish, english]) => [`(?:el |del )?${spanish}`, `on ${english}`] as const),
  // Sentences and openings
  ['qué (?:puedes|puede|sabes|sabe) (?:hacer|contestar|responder)?|qué puedo preguntar', 'what can you do'],
  [
    '(?:quiero|quisiera|necesito|me gustaría|queremos|necesitamos) (?:hacer|poner|programar|agendar|colocar)(?: un| una| otro| otra)? (?:nuevo |nueva )?(?:pedido|colado|entrega)',
    'I want to place an order',
  ],
  [
    '(?:haz|haga|pon|ponga|programa|programe|agenda|agende)(?:me|nos)?(?: un| una| otro| otra)? (?:nuevo |nueva )?(?:pedido|colado|entrega)',
    'place an order',
  ],
  ['(?:quiero|quisiera|necesito|me gustaría|queremos|necesitamos) (?:pedir|ordenar)', 'I want to order'],
  ['(?:me )?(?:puedes|puede|podrías|podría)', 'can you'],
  [
    '(?:quiero|quisiera|necesito|me gustaría|queremos|necesitamos)(?= (?:pagar|firmar|rechazar|cancelar|cambiar|mover|posponer|reprogramar|hablar|agregar|enviar|mandar))',
    'I want to',
  ],
  ['(?:cancela|cancele|cancelar|cancélame)(?!\\p{L})', 'cancel'],
  ['(?:paga|pague|págame)(?= (?:la|las|el|mi|mis|esta|todas))|pagar', 'pay'],
  [
    '(?:cambia|cambie|cambiar|modifica|modifique|modificar|mueve|mueva|mover|pospón|posponga|posponer|reprograma|reprograme|reprogramar)',
    'change',
  ],
  ['(?:enví[ae]|mánd[ae]|mand[ae]|enviar|mandar|imprime|imprima|descarga|descargue)(?:me|nos|la|lo|las|los)*', 'send'],
  ['(?:agrega|agregue|agregar|invita|invite|invitar) (?:a )?(?:un |una )?(?:usuario|usuaria|persona|miembro)', 'add a user'],
  ['reembols[oae]r?|reembólsame', 'refund'],
  ['(?:quiero )?hablar con (?:una persona|alguien|un humano|un despachador|despacho|un agente|una persona real)', 'talk to a person'],
  ['(?:muéstr[ae]|mostrar|enséñ[ae]|dame|deme|dime|dígame|ver|lista|listar)(?:me|nos)?', 'show me'],
  ['(?:a qué hora|cuándo) (?:llega|llegan|va a llegar|van a llegar|viene|vienen)', 'when arrive'],
  ['en cuánto tiempo llega|cuánto (?:falta|tarda) para que llegue', 'when arrive'],
  ['cuánto(?: le| les)? (?:debo|debemos)', 'how much do I owe'],
  ['qué (?:debo|debemos)', 'what do I owe'],
  ['(?:debo|debemos)', 'owe'],
  ['cuánto (?:cuesta|cuestan|vale|valen)|a cómo (?:está|sale|dan)|qué (?:cuesta|precio tiene)', 'how much costs'],
  ['cuánto (?:gasté|gastamos|hemos gastado|he gastado|compramos|hemos comprado)', 'how much did we spend'],
  ['cuánto (?:pagué|pagamos|hemos pagado|he pagado)', 'how much did we pay'],
  ['cuánt[oa]s', 'how many'],
  ['cuánt[oa]', 'how much'],
  ['(?:por|en) dónde (?:va|vienen|viene|van|está|están|anda|andan)|dónde (?:va|viene|van|está|están|anda|andan)', 'where are'],
  ['dónde', 'where'],
  ['cuándo', 'when'],
  ['quién(?:es)?', 'who'],
  ['cuál(?:es)?', 'which'],
  ['qué', 'what'],
  // Sign-offs
  [
    'que no (?:están?|fue(?:ron)?|ha sido|han sido|se ha|se han) (?:todavía |aún )?firmad[oa]s?(?: todavía| aún)?|no (?:están?|fue(?:ron)?|ha sido|han sido|se ha|se han) (?:todavía |aún )?firmad[oa]s?(?: todavía| aún)?|sin (?:la )?(?:firma|firmar)|(?:que )?(?:aún |todavía )?(?:les )?faltan?(?: por| de)? firmar|por firmar|(?:que )?nadie (?:ha )?firm(?:ó|ado)(?: por)?|pendientes? de (?:firma|firmar)',
    'unsigned',
  ],
  ['cómo(?: puedo)?(?= firmar)', 'how do I'],
  ['firm(?:ar|a|e)(?: por)?(?= (?:la|las|el|esta|una)(?!\\p{L}))', 'sign for'],
  ['(?:se )?firm(?:ó|aron|amos)(?: por| de recibid[oa])?', 'signed'],
  ['firmad[oa]s? por', 'signed by'],
  ['firmad[oa]s?', 'signed'],
  ['firmas', 'signatures'],
  ['firma', 'signature'],
  ['rechaz(?:ó|aron|amos)', 'rejected'],
  ['rechazad[oa]s?', 'rejected'],
  ['rechaz(?:ar|a|e)', 'reject'],
  ['todavía|aún', 'yet'],
  // Records and their states
  ['estados de cuenta', 'statements'],
  ['estado de cuenta', 'statement'],
  ['estado|estatus|situación', 'status'],
  [`(${RECORD}) (?:más|mas) reciente`, 'last $record'],
  ['pedidos próximos|próximos pedidos|pedidos (?:que vienen|programados)', 'upcoming orders'],
  ['pedidos|colados', 'orders'],
  ['pedido|colado', 'order'],
  ['facturas pendientes(?: de pago)?', 'unpaid invoices'],
  ['factura pendiente(?: de pago)?', 'unpaid invoice'],
  ['facturas', 'invoices'],
  ['factura', 'invoice'],
  ['remisiones', 'tickets'],
  ['remisión', 'ticket'],
  ['pagos', 'payments'],
  ['pago', 'payment'],
  ['cotizaciones', 'quotes'],
  ['cotización', 'quote'],
  ['precios', 'prices'],
  ['precio|costo', 'price'],
  ['camiones(?: revolvedores)?|ollas|revolvedoras', 'trucks'],
  ['camión(?: revolvedor)?|olla|revolvedora', 'truck'],
  ['chofer(?:es)?|conductor(?:es)?', 'driver'],
  ['entregas', 'deliveries'],
  ['entrega', 'delivery'],
  ['recib(?:í|imos|ió|ieron|ido)|hemos recibido|nos (?:entregaron|han entregado)|entregad[oa]s?|entregaron', 'received'],
  ['cargas', 'loads'],
  ['carga', 'load'],
  ['concreto|mezcla|cemento', 'concrete'],
  ['agregados?|grava|arena|piedra', 'aggregate'],
  ['blocks?|bloques?', 'block'],
  ['yardas(?: cúbicas)?', 'yards'],
  ['yarda(?: cúbica)?', 'yard'],
  ['toneladas?', 'tons'],
  ['saldo|adeudo|deuda', 'balance'],
  ['que (?:ya )?(?:se )?vencieron|vencid[oa]s?|atrasad[oa]s?', 'overdue'],
  ['(?:que )?(?:se )?(?:vencen|vence|por vencer)', 'due'],
  ['sin pagar|no (?:están? |han sido |se han )?pagad[oa]s?|pendientes? de pago|por pagar|que no (?:hemos|he) pagado|impagas?', 'unpaid'],
  ['abiert[oa]s?', 'open'],
  ['pagad[oa]s?|liquidad[oa]s?', 'paid'],
  ['pendientes?', 'pending'],
  ['fallid[oa]s?|devuelt[oa]s?', 'failed'],
  ['cancelad[oa]s?', 'cancelled'],
  ['(?:por|a) confirmar|por llamada', 'willcall'],
  ['en espera|retenid[oa]s?|detenid[oa]s?', 'on-hold'],
  ['vigentes?|activ[oa]s?', 'active'],
  ['no vigentes?|inactiv[oa]s?', 'inactive'],
  ['descuentos?', 'discounts'],
  ['últim[oa]s?|más recientes?|recientes?', 'last'],
  ['próxim[oa]s?|siguientes?', 'next'],
  ['más grande|mayor', 'largest'],
  ['más antigu[oa]|más viej[oa]', 'oldest'],
  ['promedio|por qué', 'average'],
  ['número', 'number'],
  ['orden de compra', 'po'],
  ['obras?', 'job'],
  ['planta', 'plant'],
  ['dirección', 'address'],
  ['contactos?', 'contacts'],
  ['vendedora?|representante(?: de ventas)?', 'salesman'],
  ['gerente regional', 'regional manager'],
  ['cuenta', 'account'],
  ['en camino', 'on the way'],
  ['rastrea[r]?|sigue|seguir', 'track'],
  ['llega[nr]?|llegada', 'arrive'],
  // Numbers
  ['dos', 'two'],
  ['tres', 'three'],
  ['cuatro', 'four'],
  ['cinco', 'five'],
  ['seis', 'six'],
  ['siete', 'seven'],
  ['ocho', 'eight'],
  ['nueve', 'nine'],
  ['diez', 'ten'],
  // Small words. `no` before a number introduces a record's number; any other `no` negates the question.
  ['no(?!\\.? ?#?\\d)', 'not'],
  ['hola|buen[oa]s(?: días| tardes| noches)?', 'hello'],
  ['(?:muchas )?gracias', 'thanks'],
  ['ayuda', 'help'],
  ['por favor', 'please'],
  ['sin', 'without'],
  ['(?:por|al|a mi) correo(?: electrónico)?', ''],
  ['para la|para el|para|de la|de los|de las|del', 'for'],
  ['(?:a la|a el|al|en la|en el|en|a)', 'at'],
  ['de', 'of'],
  ['con', 'with'],
  ['mis|nuestr[oa]s', 'my'],
  ['mi|nuestr[oa]', 'my'],
  ['el|la|los|las|lo', 'the'],
  ['un|una|unos|unas', 'a'],
  ['y', 'and'],
  ['es|son|está|están|hay|fue|fueron', 'is'],
  ['tengo|tenemos|tiene|he|hemos|han|ha|se|me|nos|que|ya|ahora(?: mismo)?|todos?|todas?|usted|yo', ''],
];

const NUMBERS = ['cero', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'];

/** Accents are often left out when typing. */
const forgiving = (pattern: string): string => pattern.replace(/[áéíóú]/g, (letter) => `[${letter}${letter.normalize('NFD').charAt(0)}]`);

/** A pattern's own groups are not captured together; `match` reads them again. */
const compiled = PHRASES.map(([pattern, english]) => ({
  pattern: new RegExp(`(?<![\\p{L}\\d])(?:${forgiving(pattern)})(?![\\p{L}\\d])`, 'iuy'),
  english,
}));

/** A question in English words, and what was typed for each of them. */
export interface Translation {
  text: string;
  /** Returns the typed words for English ones, to repeat them to the user. */
  typedFor(words: string): string;
}

/** Puts a Spanish question into English words. Names on the account stay as they are. Returns undefined for other languages. */
export function fromSpanish(typed: string, names: KnownNames): Translation | undefined {
  const text = typed.normalize('NFC').replace(/[¿¡]/g, '');
  const { rest } = findNames(text, names);
  if (!SPANISH.test(rest)) return undefined;
  const typedWords = new Map<string, string>();
  let english = '';
  for (let at = 0; at < text.length; ) {
    const isName = rest[at] !== text[at];
    const found = isName ? undefined : phraseAt(rest, at);
    if (!found) {
      english += text[at];
      at += 1;
      continue;
    }
    english += found.english;
    for (const word of [found.english, ...found.english.split(' ')]) if (word && !typedWords.has(word)) typedWords.set(word, found.typed);
    at += found.typed.length;
  }
  return { text: english.replace(/\s+/g, ' ').trim(), typedFor: (words) => typedWords.get(words) ?? words };
}

function phraseAt(text: string, at: number): { english: string; typed: string } | undefined {
  for (const { pattern, english } of compiled) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && match[0] !== '') return { english: filled(english, match), typed: match[0] };
  }
  return undefined;
}

/** Fills the groups of a phrase: a number, a date, a month, or the kind of record. */
function filled(english: string, match: RegExpExecArray): string {
  const [, first = '', second, third] = match;
  if (english === '$date') return `${monthOf(second ?? '')} ${first}${third ? ` ${third}` : ''}`;
  if (english === '$month') return `in ${monthOf(first)}${second ? ` ${second}` : ''}`;
  const number = NUMBERS.indexOf(first.toLowerCase());
  const record = english.includes('$record') ? (phraseAt(first, 0)?.english ?? first) : '';
  return english.replace('$n', number > 0 ? String(number) : first).replace('$record', record);
}

function monthOf(spanish: string): string {
  const lower = spanish.toLowerCase();
  return MONTHS.find(([names]) => names.split('|').includes(lower))?.[1] ?? spanish;
}
