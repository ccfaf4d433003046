import { defineMessages, text } from '@yardage/messages/messages';

/** What the server says about requests for pours and changes of orders. */
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
  job: 'Choose a job, or enter a name and an address.',
  jobAddress: 'Enter the address of the job.',
  unknownJob: 'There is no such job.',
  unknownMix: 'This mix is neither in an active quote nor in an earlier order of yours.',
  oneRate: 'Use truck spacing or yards per hour, not both.',
  noPlant: 'No plant serves this account. Please call dispatch.',
  unknownPlant: 'Choose a plant of this data source.',
  changeStatus: 'The order cannot be changed like this any more.',
  changeCutOff: text('Changes are taken until {minutes} minutes before the start. Please call dispatch.', 'minutes'),
  changeOpen: 'The same change is requested already.',
  newStart: 'Choose a day and a time.',
  spacing: 'Enter the minutes between trucks.',
  quantity: 'Enter a quantity.',
  proposalSoon: text('Choose a start at least {minutes} minutes from now.', 'minutes'),
  rulesSaved: 'The rules were saved.',
  hoursOrder: 'The last start is before the first.',
  hold: text('Hold {quantity} {unit} until called.', 'quantity', 'unit'),
  admixtures: text('Admixtures: {names}', 'names'),
  placements: { chute: 'Chute', pump: 'Pump', conveyor: 'Conveyor', bucket: 'Bucket' },
});
