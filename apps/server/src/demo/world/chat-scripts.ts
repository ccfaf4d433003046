import { type ChatLine, chatLine } from '@yardage/domain/chat-lines';
import type { DemoEmail } from './demo-accounts.ts';

/** A line, with the minutes since the previous one. `{number}` stands for the order or ticket number. */
type Line = [speaker: 'customer' | 'dispatcher', minutes: number, text: string] | [speaker: 'system', minutes: number, line: ChatLine];

/** A chat of the demo: its user, subject and start. */
export interface ChatScript {
  who: DemoEmail;
  status: 'pending' | 'active' | 'ended';
  about: 'new order' | 'order' | 'ticket';
  /** Either days before today at a minute of the day, or minutes before now. */
  begins: { daysAgo: number; minute: number } | { minutesAgo: number };
  jobRequirement?: string;
  lines: readonly Line[];
}

const DISPATCHER = 'Renee Castleberry';

/** The demo's chats, oldest first. */
export const CHAT_SCRIPTS: readonly ChatScript[] = [
  {
    who: 'owner@example.com',
    status: 'ended',
    about: 'new order',
    begins: { daysAgo: 12, minute: 9 * 60 + 12 },
    jobRequirement: 'Footings for a retaining wall, about 35 yards of 4000 PSI, pump on site.',
    lines: [
      ['system', 0, chatLine('started')],
      ['system', 2, chatLine('joined', DISPATCHER)],
      ['dispatcher', 1, 'Good morning, I have your footings here. Which day do you want to pour?'],
      ['customer', 2, 'Thursday if you have trucks, first load on site at 7:00.'],
      ['dispatcher', 3, 'Thursday 7:00 works. Four loads, 25 minutes apart so the pump keeps up?'],
      ['customer', 1, 'Make it 20, the crew is quick.'],
      ['dispatcher', 2, '20 minutes it is. You will see the order in the portal within the hour.'],
      ['customer', 1, 'Perfect, thank you.'],
      ['system', 1, chatLine('over', 'Marguerite Tarnwick')],
    ],
  },
  {
    who: 'manager@example.com',
    status: 'ended',
    about: 'order',
    begins: { daysAgo: 5, minute: 13 * 60 + 40 },
    lines: [
      ['system', 0, chatLine('startedAboutOrder', '{number}')],
      ['customer', 1, 'Can we push this order back by an hour? The inspector is late.'],
      ['system', 1, chatLine('joined', DISPATCHER)],
      ['dispatcher', 1, 'Nothing is batched yet, so yes. New start one hour later, same spacing.'],
      ['customer', 1, 'Great, that helps.'],
      ['dispatcher', 1, 'Done. Write again if he keeps you waiting longer.'],
      ['system', 2, chatLine('over', DISPATCHER)],
    ],
  },
  {
    who: 'owner@example.com',
    status: 'ended',
    about: 'ticket',
    begins: { daysAgo: 2, minute: 10 * 60 + 25 },
    lines: [
      ['system', 0, chatLine('startedAboutTicket', '{number}')],
      ['customer', 1, 'This load came up stiff. Did the plant hold back water?'],
      ['system', 1, chatLine('joined', DISPATCHER)],
      ['dispatcher', 2, 'Batch weights show 3 gallons held back. The driver can add them at the chute if you sign for it.'],
      ['customer', 2, 'He did, and it placed fine after that. Please note it for the next ones.'],
      ['dispatcher', 1, 'Noted on the order: full water from load 3 on.'],
      ['system', 4, chatLine('over', 'Marguerite Tarnwick')],
    ],
  },
  {
    who: 'owner@example.com',
    status: 'active',
    about: 'order',
    begins: { minutesAgo: 19 },
    lines: [
      ['system', 0, chatLine('startedAboutOrder', '{number}')],
      ['customer', 1, 'How far out is the next truck? We have twenty minutes of work left in the forms.'],
      ['system', 2, chatLine('joined', DISPATCHER)],
      ['dispatcher', 1, 'Loaded and leaving the plant now. With the traffic on the bridge I expect it in about 25 minutes.'],
      ['customer', 2, 'OK. We may need one more at the end, 6 yards or so.'],
      ['dispatcher', 3, 'I am holding a truck for you. Tell me the exact yards by the last load and I will add it to this order.'],
    ],
  },
  {
    who: 'field@example.com',
    status: 'pending',
    about: 'new order',
    begins: { minutesAgo: 4 },
    jobRequirement: 'Sidewalk, roughly 8 yards, broom finish. Any time tomorrow before noon.',
    lines: [
      ['system', 0, chatLine('started')],
      ['customer', 1, 'Gate is on the east side, the west one is closed for the crane.'],
    ],
  },
];

/** Answers that the demo's dispatchers use often, for the data sources that deliver concrete. */
export const CANNED_REPLIES: readonly { title: string; message: string }[] = [
  { title: 'On the way', message: 'Your truck has left the plant. You can follow it on the map under Truck Tracking.' },
  { title: 'Running late', message: 'We are about 20 minutes behind. The following loads keep their spacing.' },
  { title: 'More yards', message: 'How many yards do you need to finish, and when should the last load be on site?' },
  {
    title: 'Wash-out',
    message: 'Please show the driver where to wash out. Without a place on site the truck has to wash out at the plant.',
  },
];
