import type { Question } from './question.ts';

/** English question → the same question in Spanish. `$1` is the number or name in it. The right answer is the same. */
const SPANISH: readonly (readonly [english: RegExp, spanish: string])[] = [
  [/^invoices due this week$/, 'Facturas que vencen esta semana'],
  [/^which invoices come due next week\?$/, '¿Qué facturas vencen la próxima semana?'],
  [/^overdue invoices$/, 'facturas vencidas'],
  [/^unpaid invoices$/, 'Facturas sin pagar'],
  [/^unpaid bills$/, 'facturas pendientes'],
  [/^show open invoices$/, 'Muéstrame las facturas abiertas'],
  [/^invoices from last month$/, 'facturas del mes pasado'],
  [/^invoices for (.+)$/, 'facturas de $1'],
  [/^Is invoice (\S+) paid\?$/, '¿Está pagada la factura $1?'],
  [/^orders today$/, 'pedidos de hoy'],
  [/^orders next week$/, 'pedidos de la próxima semana'],
  [/^show my recent orders$/, 'Muéstrame mis últimos pedidos'],
  [/^last three orders$/, 'mis últimos tres pedidos'],
  [/^upcoming orders$/, 'pedidos próximos'],
  [/^status of order (\S+)$/, '¿Cuál es el estatus del pedido $1?'],
  [/^tickets of yesterday$/, 'Remisiones de ayer'],
  [/^how much concrete did we get last month\?$/, '¿Cuánto concreto recibimos el mes pasado?'],
  [/^where are my trucks\?$/, '¿Dónde están mis camiones?'],
  [/^price of 8000SC$/, 'Precio de 8000SC'],
  [/^Show my five most recent payments$/, 'Mis últimos cinco pagos'],
  [/^pending payments$/, 'pagos pendientes'],
  [/^last statement$/, 'Último estado de cuenta'],
  [/^who is my salesman\?$/, '¿Quién es mi vendedor?'],
  [/^who signed for ticket (\S+)$/, '¿Quién firmó la remisión $1?'],
  [/^was ticket (\S+) signed\?$/, '¿Está firmada la remisión $1?'],
  [/^which loads of today are not signed yet$/, '¿Qué cargas de hoy no están firmadas todavía?'],
  [/^which loads of order (\S+) are not signed yet$/, '¿Qué cargas del pedido $1 no están firmadas todavía?'],
  [/^signed loads at (.+) today$/, 'cargas firmadas de hoy en $1'],
  [/^which loads were rejected this week\?$/, '¿Qué cargas fueron rechazadas esta semana?'],
  [/^sign for ticket (\S+)$/, 'Firma la remisión $1'],
  [/^pay invoice (\S+)$/, 'Paga la factura $1'],
];

/** Returns the questions that are asked in Spanish, too, by the same people and with the same right answers. */
export function questionsInSpanish(questions: readonly Question[]): Question[] {
  return questions.flatMap((question) => {
    const [english, spanish] = SPANISH.find(([pattern]) => pattern.test(question.text)) ?? [];
    return english && spanish ? [{ ...question, text: question.text.replace(english, spanish) }] : [];
  });
}
