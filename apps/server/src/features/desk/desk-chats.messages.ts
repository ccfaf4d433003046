import { defineMessages, text } from '@yardage/messages/messages';

/** Error messages about chats at the desk. */
export const DESK_CHATS_MESSAGES = defineMessages('server.desk-chats', {
  notJoined: 'Join the chat before you answer.',
  ended: 'This chat has ended.',
  noColleague: 'This colleague cannot take the chat. Please choose another one.',
  takenBy: text('{name} has joined this chat.', 'name'),
});

/** Labels of the facts about a chat's subject. */
export const DESK_CHAT_FACTS = defineMessages('server.desk-chat-facts', {
  invoice: 'Invoice',
  jobAddress: 'Job address',
  jobRequirement: 'Job requirement',
  ticket: 'Ticket',
  ticketStatus: 'Ticket status',
  cancelledTicket: 'Cancelled',
  truck: 'Truck',
  load: 'Load',
  dueOnJob: 'Due on job',
  order: 'Order',
  orderStatus: 'Order status',
  product: 'Product',
  ordered: 'Ordered',
  delivered: 'Delivered',
  startTime: 'Start time',
  plant: 'Plant',
  job: 'Job',
  deliveryAddress: 'Delivery address',
  poNumber: 'PO number',
  orderedBy: 'Ordered by',
  directions: 'Directions',
});
