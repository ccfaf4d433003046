import { type SentRecord, SUPPLY_ORDER_STATUSES, SUPPLY_TICKET_STATUSES, type SupplyResource } from '@yardage/contract/supply-records';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { US_STATES } from '@yardage/domain/us-states';
import { contacts, customerContacts, customers, dataSources, members } from '#server/database/tables/accounts';
import { creditLines, credits, invoices, paymentInvoices, payments } from '#server/database/tables/billing';
import { plants, priceListItems, priceLists, products, trucks } from '#server/database/tables/catalog';
import { orders, quoteProducts, quotes, ticketProducts, tickets } from '#server/database/tables/sales';
import { announcements } from '#server/database/tables/service';
import type { CollectedWorld } from './collect-world.ts';

/** A record, and the data source that it belongs to. Data sources themselves belong to none. */
export interface OwnedRecord<R extends SupplyResource = SupplyResource> {
  dataSource: string | undefined;
  record: SentRecord<R>;
}

type Records = { [R in SupplyResource]: OwnedRecord<R>[] };

const MATERIALS = ['concrete', 'aggregate', 'block'] as const;
const ROLES = ['Owner', 'Administrator', 'Accounts Payable', 'Project Manager', 'Field', 'Viewer'] as const;
const METHODS = { Check: 'check', ACH: 'ach', CreditCard: 'card', eCheck: 'e-check' } as const;
const PPM_PER_PERCENT = 10_000;

const dollars = (cents: number) => cents / 100;
const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null;
const materialOf = (orderType: number) => MATERIALS[orderType - 1] ?? 'concrete';
const nameOf = <N extends string>(numbers: Record<N, number>, wanted: number): N =>
  (Object.keys(numbers) as N[]).find((name) => numbers[name] === wanted) ?? ((Object.keys(numbers) as N[])[0] as N);

/** How rows of the world refer to each other once they are records: by the supplier's keys. */
class Keys {
  readonly codes: Map<number, string>;
  readonly customerSources: Map<number, string>;
  readonly orderKeys: Map<number, string>;
  readonly ticketKeys: Map<number, string>;

  constructor(world: CollectedWorld) {
    this.codes = new Map(world.rowsOf(dataSources).map(({ id, code }) => [id, code]));
    this.customerSources = new Map(world.rowsOf(customers).map(({ id, dataSourceId }) => [id ?? 0, this.codes.get(dataSourceId) ?? '']));
    this.orderKeys = new Map(world.rowsOf(orders).map(({ id, altKey }) => [id ?? 0, altKey]));
    this.ticketKeys = new Map(world.rowsOf(tickets).map(({ id, altKey }) => [id ?? 0, altKey]));
  }
}

/** The version of every record: the demo world has no other. */
type Version = { updatedAt: string };

/** Returns the world as the records that a supplier's systems would send, those first that others refer to. */
export function worldRecords(world: CollectedWorld, now: Date): Records {
  const keys = new Keys(world);
  const version = { updatedAt: now.toISOString() };
  return {
    ...catalogRecords(world, keys, version),
    ...accountRecords(world, keys, version),
    ...saleRecords(world, keys, version),
    ...billingRecords(world, keys, version),
  };
}

const stateOf = (stateId: number) => US_STATES[stateId - 1]?.abbreviation ?? '';

function catalogRecords(world: CollectedWorld, { codes }: Keys, version: Version) {
  const itemsOf = Map.groupBy(world.rowsOf(priceListItems), ({ priceListId }) => priceListId);
  return {
    'data-sources': world
      .rowsOf(dataSources)
      .map(({ code, name, timeZone }) => ({ dataSource: undefined, record: { ...version, key: code, name, timeZone } })),
    plants: world.rowsOf(plants).map((row) => ({
      dataSource: codes.get(row.dataSourceId),
      record: {
        ...version,
        key: String(row.id),
        number: row.number,
        name: row.name,
        addressLine1: row.addressLine1,
        city: row.city,
        state: stateOf(row.stateId),
        zip: row.zip,
        latitude: row.latitude,
        longitude: row.longitude,
      },
    })),
    products: world.rowsOf(products).map((row) => ({
      dataSource: codes.get(row.dataSourceId),
      record: {
        ...version,
        key: String(row.id),
        number: row.number,
        description: row.description,
        material: materialOf(row.orderType),
        unitOfMeasure: row.unitOfMeasure,
        kind: row.isEnvironmentalCharge ? ('environmental-charge' as const) : row.isCharge ? ('charge' as const) : ('material' as const),
        slump: row.slump ?? null,
        ...(row.piecesPerPallet ? { piecesPerPallet: row.piecesPerPallet } : {}),
      },
    })),
    'price-lists': world.rowsOf(priceLists).map((row) => ({
      dataSource: codes.get(row.dataSourceId),
      record: {
        ...version,
        key: String(row.id),
        name: row.name,
        effectiveFrom: row.effectiveFrom,
        items: (itemsOf.get(row.id ?? 0) ?? []).map(({ productId, unitPriceCents }) => ({
          productKey: String(productId),
          unitPrice: dollars(unitPriceCents),
        })),
      },
    })),
    trucks: world.rowsOf(trucks).map((row) => ({
      dataSource: codes.get(row.dataSourceId),
      record: {
        ...version,
        key: String(row.id),
        plantKey: String(row.plantId),
        number: row.number,
        telemetryAccount: row.zonarAccount,
        driverName: row.driverName,
        driverPhone: row.driverPhone ?? null,
      },
    })),
  };
}

function accountRecords(world: CollectedWorld, { codes, customerSources }: Keys, version: Version) {
  const contactsOf = Map.groupBy(world.rowsOf(customerContacts), ({ customerId }) => customerId);
  const people = world.rowsOf(contacts);
  const [anyCode = ''] = codes.values();
  return {
    // A contact of several data sources is a record of each.
    contacts: [...codes.values()].flatMap((dataSource) =>
      people.map(({ id, name, email, phone }) => ({ dataSource, record: { ...version, key: String(id), name, email, phone } })),
    ),
    announcements: world.rowsOf(announcements).map((row) => ({
      dataSource: row.dataSourceId ? codes.get(row.dataSourceId) : anyCode,
      record: {
        ...version,
        key: String(row.id),
        audience: row.dataSourceId ? ('data-source' as const) : ('all' as const),
        title: row.title,
        body: row.body,
        postedOn: row.postedOn,
        expiresOn: row.expiresOn ?? null,
      },
    })),
    customers: world.rowsOf(customers).map((row) => ({
      dataSource: codes.get(row.dataSourceId),
      record: {
        ...version,
        key: String(row.id),
        customerNumber: row.customerNumber,
        globalCustomerNumber: row.globalCustomerNumber,
        companyName: row.companyName,
        displayName: row.displayName,
        email: row.email ?? null,
        phone: row.phone ?? null,
        addressLine1: row.addressLine1,
        city: row.city,
        state: stateOf(row.stateId),
        zip: row.zip,
        taxRate: row.taxRatePpm / PPM_PER_PERCENT,
        priceListKey: String(row.priceListId),
        since: row.since.toISOString(),
        contacts: (contactsOf.get(row.id ?? 0) ?? []).map(({ kind, contactId }) => ({
          kind: kind as 'account-rep' | 'sales-rep' | 'regional-manager',
          contactKey: String(contactId),
        })),
      },
    })),
    members: world
      .rowsOf(members)
      .filter(({ statusId, userId }) => statusId === MEMBER_STATUS.approved && userId)
      .map((row) => ({
        dataSource: customerSources.get(row.customerId ?? 0),
        record: {
          ...version,
          key: String(row.id),
          customerKey: String(row.customerId),
          email: row.email,
          firstName: row.firstName,
          lastName: row.lastName,
          phone: row.phone,
          role: ROLES[(row.roleId ?? 1) - 1] ?? 'Viewer',
          isEnabled: row.isEnabled ?? true,
          since: (row.requestedAt ?? new Date()).toISOString(),
          position: row.position ?? 0,
          // Nobody reads mail at the demo's addresses.
          invite: false,
        },
      })),
  };
}

function saleRecords(world: CollectedWorld, { customerSources, orderKeys }: Keys, version: Version) {
  const quoteLines = Map.groupBy(world.rowsOf(quoteProducts), ({ quoteId }) => quoteId);
  const ticketLines = Map.groupBy(world.rowsOf(ticketProducts), ({ ticketId }) => ticketId);
  return {
    quotes: world.rowsOf(quotes).map((row) => ({
      dataSource: customerSources.get(row.customerId),
      record: {
        ...version,
        key: String(row.id),
        customerKey: String(row.customerId),
        plantKey: String(row.plantId),
        number: row.quoteNumber,
        name: row.quoteName,
        type: row.quoteType,
        address: row.quoteAddress,
        specJob: row.specJob ?? null,
        salesPersonName: row.salesPersonName,
        quoteDate: row.quoteDate,
        startDate: row.startDate,
        terminationDate: row.terminationDate ?? null,
        status:
          row.isActive === null || row.isActive === undefined
            ? ('pending' as const)
            : row.isActive
              ? ('active' as const)
              : ('inactive' as const),
        priceAdjustment: row.priceAdjustmentCents == null ? null : dollars(row.priceAdjustmentCents),
        terms: row.terms ?? null,
        lines: (quoteLines.get(row.id ?? 0) ?? []).map(({ productId, quantity, unitPriceCents }) => ({
          productKey: String(productId),
          quantity,
          unitPrice: dollars(unitPriceCents),
        })),
      },
    })),
    orders: world.rowsOf(orders).map((row) => ({
      dataSource: customerSources.get(row.customerId),
      record: {
        ...version,
        key: row.altKey,
        customerKey: String(row.customerId),
        plantKey: String(row.plantId),
        productKey: String(row.productId),
        quoteKey: row.quoteId ? String(row.quoteId) : null,
        number: row.orderNumber,
        material: materialOf(row.orderType),
        status: nameOf(SUPPLY_ORDER_STATUSES, row.statusId),
        startsAt: row.startsAt.toISOString(),
        shipDate: row.shipDate,
        onJobAt: iso(row.onJobAt),
        ticketAt: iso(row.ticketAt),
        quantityOrdered: row.quantityOrdered,
        loadCount: row.loadCount,
        intervalMinutes: row.intervalMinutes ?? null,
        job: row.job,
        jobNumber: row.jobNumber ?? null,
        poNumber: row.poNumber ?? null,
        orderedBy: row.orderedBy ?? null,
        orderedByPhone: row.orderedByPhone ?? null,
        jobAddress1: row.jobAddress1,
        jobAddress2: row.jobAddress2 ?? null,
        jobLatitude: row.jobLatitude ?? null,
        jobLongitude: row.jobLongitude ?? null,
        lotOrBlock: row.lotOrBlock ?? null,
        usage: row.usage ?? null,
        slump: row.slump ?? null,
        directions: row.directions ?? null,
        createdAt: (row.createdAt ?? new Date()).toISOString(),
      },
    })),
    tickets: world.rowsOf(tickets).map((row) => ({
      dataSource: customerSources.get(row.customerId),
      record: {
        ...version,
        key: row.altKey,
        customerKey: String(row.customerId),
        orderKey: orderKeys.get(row.orderId) ?? '',
        plantKey: String(row.plantId),
        truckKey: row.truckId ? String(row.truckId) : null,
        number: row.ticketNumber,
        status: nameOf(SUPPLY_TICKET_STATUSES, row.statusId),
        ticketedAt: row.ticketedAt.toISOString(),
        loadingAt: iso(row.loadingAt),
        leavePlantAt: iso(row.leavePlantAt),
        arrivedAt: iso(row.arrivedAt),
        pourStartedAt: iso(row.pourStartedAt),
        finishedAt: iso(row.finishedAt),
        leaveJobAt: iso(row.leaveJobAt),
        dueOnJobAt: iso(row.dueOnJobAt),
        driverName: row.driverName ?? null,
        loadNumber: row.loadNumber,
        quantity: row.quantity,
        slump: row.slump ?? null,
        testCylindersTaken: row.testCylindersTaken ?? null,
        gallonsWaterAdded: row.gallonsWaterAdded ?? null,
        notes: row.notes ?? null,
        tax: dollars(row.taxCents),
        lines: (ticketLines.get(row.id ?? 0) ?? []).map(({ productId, quantity, unitPriceCents, amountCents }) => ({
          productKey: String(productId),
          quantity,
          unitPrice: dollars(unitPriceCents),
          amount: dollars(amountCents),
        })),
      },
    })),
  };
}

function billingRecords(world: CollectedWorld, { customerSources, orderKeys, ticketKeys }: Keys, version: Version) {
  const ticketsOf = Map.groupBy(
    world.rowsOf(tickets).filter(({ invoiceId }) => invoiceId),
    ({ invoiceId }) => invoiceId,
  );
  const applicationsOf = Map.groupBy(world.rowsOf(paymentInvoices), ({ paymentId }) => paymentId);
  const applicationsOfCredit = Map.groupBy(world.rowsOf(paymentInvoices), ({ creditId }) => creditId ?? undefined);
  const creditLinesOf = Map.groupBy(world.rowsOf(creditLines), ({ creditId }) => creditId);
  return {
    invoices: world.rowsOf(invoices).map((row) => ({
      dataSource: customerSources.get(row.customerId),
      record: {
        ...version,
        key: String(row.id),
        customerKey: String(row.customerId),
        orderKey: row.orderId ? (orderKeys.get(row.orderId) ?? null) : null,
        ticketKeys: (ticketsOf.get(row.id) ?? []).map(({ id }) => ticketKeys.get(id ?? 0) ?? ''),
        number: row.documentNumber,
        date: row.documentDate,
        dueDate: row.dueDate,
        batchNumber: row.batchNumber,
        sales: dollars(row.salesCents),
        tax: dollars(row.taxCents),
        total: dollars(row.totalCents),
        discount: dollars(row.discountCents),
        discountLastDay: row.discountExpiresOn ?? null,
        voidedOn: row.voidedOn ?? null,
        voidReason: row.voidReason ?? null,
      },
    })),
    credits: world.rowsOf(credits).map((row) => ({
      dataSource: customerSources.get(row.customerId),
      record: {
        ...version,
        key: String(row.id),
        customerKey: String(row.customerId),
        orderKey: row.orderId ? (orderKeys.get(row.orderId) ?? null) : null,
        invoiceKey: row.invoiceId ? String(row.invoiceId) : null,
        number: row.documentNumber,
        date: row.documentDate,
        reason: row.reason,
        sales: dollars(row.salesCents),
        tax: dollars(row.taxCents),
        total: dollars(row.totalCents),
        lines: (creditLinesOf.get(row.id ?? 0) ?? []).map(({ description, quantity, unitPriceCents, amountCents }) => ({
          description,
          quantity,
          unitPrice: dollars(unitPriceCents),
          amount: dollars(amountCents),
        })),
        applications: (applicationsOfCredit.get(row.id) ?? []).map(({ invoiceId, amountCents, appliedOn }) => ({
          invoiceKey: String(invoiceId),
          amount: dollars(amountCents),
          on: appliedOn,
        })),
      },
    })),
    payments: world.rowsOf(payments).map((row) => {
      const applications = applicationsOf.get(row.id) ?? [];
      return {
        dataSource: customerSources.get(row.customerId),
        record: {
          ...version,
          key: String(row.id),
          customerKey: String(row.customerId),
          method: METHODS[row.method as keyof typeof METHODS],
          status: (['failed', 'settled', 'pending'] as const)[row.paymentResult] ?? 'settled',
          receivedAt: row.startedAt.toISOString(),
          receivedOn: row.receivedOn ?? applications[0]?.appliedOn ?? row.startedAt.toISOString().slice(0, 10),
          amount: dollars(row.amountCents),
          reference: row.processorPaymentId ?? null,
          receiptNumber: row.cartId ?? null,
          source: row.sourceName,
          comments: row.comments ?? null,
          applications: applications.map(({ invoiceId, amountCents, discountCents }) => ({
            invoiceKey: String(invoiceId),
            amount: dollars(amountCents),
            discount: dollars(discountCents),
          })),
        },
      };
    }),
  };
}
