import * as addresses from './addresses.ts';
import * as assistant from './assistant.ts';
import * as carts from './carts.ts';
import * as chat from './chat.ts';
import * as customers from './customers.ts';
import * as dashboard from './dashboard.ts';
import * as desk from './desk.ts';
import * as deskChats from './desk-chats.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as integrations from './integrations.ts';
import * as invoices from './invoices.ts';
import * as members from './members.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as quotes from './quotes.ts';
import * as registration from './registration.ts';
import * as remittances from './remittances.ts';
import * as serviceKeys from './service-keys.ts';
import * as statements from './statements.ts';
import * as supply from './supply.ts';
import * as supplyAge from './supply-age.ts';
import * as support from './support.ts';
import * as telemetry from './telemetry.ts';
import * as tickets from './tickets.ts';
import * as tracking from './truck-tracking.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';

/** Every endpoint of the portal. */
export const ENDPOINTS: readonly Endpoint[] = [
  users.listCustomerNumbers,
  users.getPermissions,
  users.getProfile,
  users.getMailSettings,
  users.updateMailSettings,
  users.endSession,
  customers.getCustomerDetails,
  orders.listOrders,
  orders.getOrder,
  orders.getOrderPdf,
  orders.sendOrderEmail,
  tickets.listTickets,
  tickets.getTicket,
  tickets.getTicketPdf,
  tickets.sendTicketEmail,
  tickets.sendTicketsEmail,
  tickets.downloadTickets,
  quotes.listQuotes,
  quotes.getQuote,
  quotes.getQuotePdf,
  quotes.sendQuoteEmail,
  invoices.listInvoices,
  invoices.getInvoice,
  invoices.getInvoicePdf,
  invoices.sendInvoiceEmail,
  carts.getCart,
  carts.addToCart,
  carts.removeFromCart,
  payments.listInvoiceHistory,
  payments.initiatePayment,
  payments.settlePaymentAttempt,
  payments.listCartHistory,
  payments.getCartPayment,
  payments.getReceiptPdf,
  payments.sendReceiptEmail,
  statements.listStatements,
  statements.getStatement,
  statements.getStatementPdf,
  statements.sendStatementEmail,
  dashboard.getCustomerSummary,
  dashboard.getPossibleDiscounts,
  dashboard.listAnnouncements,
  dashboard.getToday,
  dashboard.getTodaysDeliveries,
  registration.register,
  registration.listStates,
  registration.requestMembership,
  registration.changeMembershipRequest,
  registration.withdrawMembershipRequest,
  addresses.searchAddresses,
  addresses.searchAddressesPublicly,
  members.listMembers,
  members.getMember,
  members.listRoles,
  members.addMember,
  members.updateMember,
  members.deleteMember,
  members.decideRequest,
  support.listSupportTickets,
  support.getSupportOptions,
  support.getSupportTicket,
  support.listSupportAttachments,
  support.getSupportAttachment,
  support.createSupportTicket,
  assistant.askAssistant,
  assistant.getConversation,
  assistant.clearConversation,
  desk.listDeskRegistrations,
  desk.getDeskRegistration,
  desk.decideDeskRegistration,
  desk.findDeskCustomers,
  desk.listDeskRoles,
  desk.listDeskSupport,
  desk.getDeskSupport,
  desk.listDeskAttachments,
  desk.getDeskAttachment,
  desk.answerDeskSupport,
  chat.startChat,
  chat.sendChatMessage,
  chat.endChat,
  chat.listChats,
  chat.getChat,
  chat.listChatMessages,
  chat.markChatRead,
  deskChats.listDeskChats,
  deskChats.getDeskChat,
  deskChats.listDeskChatMessages,
  deskChats.joinDeskChat,
  deskChats.sendDeskMessage,
  deskChats.handBackDeskChat,
  deskChats.endDeskChat,
  deskChats.markDeskChatRead,
  tracking.listActiveTrucks,
  tracking.listPositions,
  tracking.getEta,
  tracking.getTruck,
  tracking.getRoute,
  serviceKeys.listServiceKeys,
  serviceKeys.createServiceKey,
  serviceKeys.rotateServiceKey,
  serviceKeys.revokeServiceKey,
  events.listEvents,
  events.listCustomerEvents,
  webhooks.listWebhooks,
  webhooks.createWebhook,
  webhooks.updateWebhook,
  webhooks.pauseWebhook,
  webhooks.resumeWebhook,
  webhooks.rotateWebhookSecret,
  webhooks.deleteWebhook,
  webhooks.listWebhookDeliveries,
  webhooks.replayWebhookDelivery,
  webhooks.replayWebhook,
  integrations.listApiKeys,
  integrations.createApiKey,
  integrations.revokeApiKey,
  integrations.listCustomerWebhooks,
  integrations.createCustomerWebhook,
  integrations.resumeCustomerWebhook,
  integrations.rotateCustomerWebhook,
  integrations.deleteCustomerWebhook,
  integrations.listCustomerDeliveries,
  remittances.getRemittance,
  telemetry.postPositions,
  telemetry.postTicketEvents,
  ...Object.values(supply.putSupply),
  supply.listWaiting,
  supply.listRefused,
  supply.getFreshness,
  supplyAge.getDataAge,
];
