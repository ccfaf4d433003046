import { defineMessages, text } from '@yardage/messages/messages';

/** Response messages about requests for pours and changes of orders. */
export const ORDER_REQUEST_MESSAGES = defineMessages('server.order-requests', {
  changed: 'The request has changed since you opened it. Look at it again.',
  states: {
    requested: 'There is no proposal to answer. The request waits for dispatch.',
    proposed: 'Dispatch made a proposal in the meantime.',
    confirmed: 'The request is confirmed already.',
    declined: 'The request is declined already.',
    withdrawn: 'The request was withdrawn.',
    expired: 'The request has expired.',
  },
  onlyPours: 'A change can be confirmed or declined. Use the chat to suggest something else.',
  startOver: 'The requested start has passed. Propose another one.',
  job: 'Choose a job, or enter a name and an address.',
  jobAddress: 'Enter the address of the job.',
  unknownJob: 'There is no such job.',
  unknownMix: 'This product is neither in an active quote nor in an earlier order of yours.',
  quoteOver: 'The quote is not valid on this day. Choose another day or another quote, or call dispatch.',
  oneRate: 'Use truck spacing or yards per hour, not both.',
  noPlant: 'No plant serves this account. Please call dispatch.',
  unknownPlant: 'Choose a plant of this data source.',
  placement: 'Choose how the concrete is placed.',
  notOfMaterial: 'This does not apply to the chosen product.',
  pickupPlant: 'The customer comes to the plant that they chose. Propose another one instead.',
  changeStatus: 'The order cannot be changed like this any more.',
  changeCutOff: text('Changes are taken until {minutes} minutes before the start. Please call dispatch.', 'minutes'),
  changeOpen: 'The same change is requested already.',
  newStart: 'Choose a day and a time.',
  spacing: 'Enter the minutes between trucks.',
  proposalSoon: text('Choose a start at least {minutes} minutes from now.', 'minutes'),
  rulesChanged: 'A colleague changed these rules meanwhile. Look at them before you save.',
  rulesSaved: 'The rules were saved.',
  hoursOrder: 'The last start is before the first.',
  hold: text('Hold {quantity} {unit} until called.', 'quantity', 'unit'),
  admixtures: text('Admixtures: {names}', 'names'),
  pickedUp: 'Picked up at the plant',
  unloadings: { pile: 'Dump in one pile', spread: 'Tailgate spread', boom: 'Boom truck', forklift: 'Forklift', own: 'Customer unloads' },
  placements: { chute: 'Chute', pump: 'Pump', conveyor: 'Conveyor', bucket: 'Bucket' },
});

/** The mail to whoever asked, about an answer of dispatch. */
export const REQUEST_MAIL_MESSAGES = defineMessages('server.request-mail', {
  /** In the desk's list, until the mail is written. */
  queuedSubject: text('Answer to request {number}', 'number'),
  hello: text('Hello {firstName},', 'firstName'),
  proposal: text('Proposed: {start}, {quantity} {unit}, {plant}.', 'start', 'quantity', 'unit', 'plant'),
  answerUntil: 'Please accept or refuse it before that time. Otherwise the request expires, and nothing is delivered.',
  expired: 'Nothing is delivered. Ask again, or call dispatch.',
  note: text('Dispatch writes: {note}', 'note'),
  link: text('You find the request at {link}.', 'link'),
});
