import { describe, expect, it } from 'vitest';
import type { KnownNames } from '../port.ts';
import { readQuestion } from './read-question.ts';

/** A Thursday. */
const TODAY = '2026-11-12';
const YESTERDAY = { from: '2026-11-11', to: '2026-11-11' };
const NAMES: KnownNames = {
  customer: ['Tarnwick Builders'],
  otherCustomers: [],
  jobs: ['Riverbend Parking Garage', 'Cedar Glade Bridge Replacement', 'Casa de la Obra'],
  products: [{ number: '4000AE', description: '4000 PSI AIR' }],
  people: ['Vernon Aguilar'],
};
const ask = (question: string) => readQuestion(question, { today: TODAY, names: NAMES });

describe('a question in Spanish', () => {
  it.each([
    '¿Qué pedidos no están cancelados?',
    '¿Qué facturas no están vencidas?',
    'cotizaciones que no están activas',
    'pedidos sin remisiones',
  ])('%s is not answered by its opposite', (question) => expect(ask(question)).toMatchObject({ wants: 'unclear' }));

  it.each([
    ['¿Cuánto debo?', 'show_balance', {}],
    ['¿Cuál es mi saldo?', 'show_balance', {}],
    ['Facturas abiertas', 'list_invoices', { status: 'unpaid' }],
    ['facturas pendientes', 'list_invoices', { status: 'unpaid' }],
    ['facturas pendientes de pago', 'list_invoices', { status: 'unpaid' }],
    ['¿Qué facturas no están pagadas?', 'list_invoices', { status: 'unpaid' }],
    ['pagos después del 3 de noviembre', 'list_payments', { from: '2026-11-04' }],
    ['facturas desde la semana pasada', 'list_invoices', { from: '2026-11-02' }],
    ['Estatus del pedido no 204411', 'show_order', { number: '204411' }],
    ['facturas vencidas', 'list_invoices', { status: 'overdue' }],
    ['Facturas que vencen esta semana', 'list_invoices', { from: '2026-11-09', to: '2026-11-15', dates: 'due', status: 'unpaid' }],
    ['facturas sin pagar de Riverbend', 'list_invoices', { search: 'Riverbend', status: 'unpaid' }],
    ['¿Está pagada la factura 1000233?', 'show_invoice', { number: '1000233' }],
    ['Estatus del pedido 204411', 'show_order', { number: '204411' }],
    ['cual es el estatus de mi ultimo pedido', 'show_order', {}],
    ['Muéstrame mis últimos cinco pedidos', 'list_orders', { count: 5 }],
    ['pedidos en espera', 'list_orders', { status: 'onHold' }],
    ['¿Qué pedidos están por confirmar?', 'list_orders', { status: 'willCall' }],
    ['pedidos para mañana', 'list_orders', { from: '2026-11-13', to: '2026-11-13' }],
    ['pedidos de Casa de la Obra', 'list_orders', { search: 'Casa de la Obra' }],
    ['¿Dónde están mis camiones?', 'list_trucks', {}],
    ['cuando llega el camion', 'list_trucks', {}],
    ['¿A qué hora llega el próximo camión a Cedar Glade?', 'list_trucks', { search: 'Cedar Glade' }],
    ['Remisiones de ayer', 'list_tickets', YESTERDAY],
    ['remisiones del 3 de noviembre', 'list_tickets', { from: '2026-11-03', to: '2026-11-03' }],
    ['remisiones del pedido 204411', 'list_tickets', { order: '204411' }],
    ['¿Cuánto concreto recibimos el mes pasado?', 'sum_deliveries', { from: '2026-10-01', to: '2026-10-31', material: 'concrete' }],
    ['Precio de 4000AE', 'find_prices', { product: '4000AE' }],
    ['¿Cuánto cuesta 4000AE?', 'find_prices', { product: '4000AE' }],
    ['Mis últimos cinco pagos', 'list_payments', { count: 5 }],
    ['pagos de octubre', 'list_payments', { from: '2026-10-01', to: '2026-10-31' }],
    ['Último estado de cuenta', 'show_statement', {}],
    ['Cotizaciones vigentes', 'list_quotes', { status: 'active' }],
    ['¿Quién es mi vendedor?', 'show_contacts', { who: 'sales' }],
    ['¿Qué descuentos hay?', 'show_discounts', {}],
    ['¿Cuánto gastamos este año?', 'show_spend', {}],
    ['Quiero pedir 10 yardas de concreto para mañana', 'explain_action', { action: 'order', kind: 'order' }],
    ['Cancela el pedido 204411', 'explain_action', { action: 'cancel', kind: 'order', number: '204411' }],
    ['Quiero pagar mis facturas', 'explain_action', { action: 'pay', kind: 'invoice' }],
    ['Mándame la factura 1000233 por correo', 'explain_action', { action: 'send', kind: 'invoice', number: '1000233' }],
  ])('LNG-02 AST-04 “%s” is read as %s', (question, tool, input) => {
    expect(ask(question)).toEqual({ tool, input });
  });

  it.each([
    ['Hola', 'greeting'],
    ['muchas gracias', 'thanks'],
    ['ayuda', 'help'],
    ['Quiero hablar con una persona', 'person'],
  ])('LNG-02 “%s” is read as %s', (question, wants) => {
    expect(ask(question)).toEqual({ wants });
  });

  it('LNG-02 AST-04 is not answered in part; the word that is in the way is repeated as typed', () => {
    expect(ask('¿Cuál es el promedio de mis facturas?')).toEqual({ wants: 'unclear', word: 'promedio' });
    expect(ask('¿Cuánto debo a Zorbo?')).toEqual({ tool: 'explain_scope', input: { name: 'Zorbo' } });
  });
});
