import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeskRequestDetail } from '@yardage/contract/desk-requests';
import { dayAt, formatTime, timeZoneName } from '@yardage/domain/dates';
import { readNumber } from '@yardage/domain/quantities';
import { loadsOf } from '@yardage/domain/request-rules';
import { isOpenRequest } from '@yardage/domain/request-states';
import { type ReactNode, useState } from 'react';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { ORDER_REQUEST_MESSAGES } from '#web/patterns/order-request/order-request.messages.ts';
import { RequestSections } from '#web/patterns/order-request/order-request.tsx';
import { RequestStatus } from '#web/patterns/order-request/request-status.tsx';
import { kindName, quantityText } from '#web/patterns/order-request/request-words.ts';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { deskRequestQuery, useConfirm } from '../desk-requests.api.ts';
import { DESK_REQUESTS_MESSAGES as MESSAGES } from '../desk-requests.messages.ts';
import { DeclineForm, type Plan, ProposalForm } from './answer-forms.tsx';
import { PlantLoadCard } from './plant-load-card.tsx';

interface DeskRequestDrawerProps {
  /** Undefined while the drawer is closed. */
  requestId: number | undefined;
  onClose: () => void;
  chatLink: (sessionId: string, text: string) => ReactNode;
}

/** A request at the desk: the load of the plants on its day, and the answer (REQ-05). */
export function DeskRequestDrawer({ requestId, onClose, chatLink }: DeskRequestDrawerProps) {
  const shownId = useLast(requestId) ?? 0;
  const query = useQuery({ ...deskRequestQuery(shownId), enabled: requestId !== undefined });
  const request = query.data;
  const [form, setForm] = useState<{ id: number; kind: 'propose' | 'decline' }>();
  const shownForm = form?.id === request?.id && request && isOpenRequest(request.state) ? form?.kind : undefined;
  const [plan, setPlan] = useState<Plan & { id: number; version: number }>();
  // Discard the plan when the drawer closes, in whatever way.
  if (requestId === undefined && (form || plan)) {
    setForm(undefined);
    setPlan(undefined);
  }
  // A plan that is being written stays if a colleague changes the request.
  const isPlanned = plan !== undefined && plan.id === request?.id && (plan.version === request.version || shownForm === 'propose');
  const current = request && (isPlanned ? plan : planOf(request));
  return (
    <SideDrawer
      isInUrl
      isOpen={requestId !== undefined}
      onClose={onClose}
      title={request ? ORDER_REQUEST_MESSAGES.title(request.number) : ORDER_REQUEST_MESSAGES.titleLoading}
      status={request ? <RequestStatus state={request.state} /> : null}
      context={
        request
          ? [
              request.customerName,
              kindName(request),
              quantityText(request.quantity, request.unitOfMeasure, request.piecesPerPallet),
              // All times below are in it.
              timeZoneName(request.timeZone),
            ].join(' · ')
          : null
      }
      footer={
        request && isOpenRequest(request.state) && !shownForm ? (
          <Answers
            key={`${request.id} ${request.version}`}
            request={request}
            plantId={isPlanned ? plan.plantId : undefined}
            onForm={(kind) => {
              setForm({ id: request.id, kind });
              const chosen = isPlanned && { plantId: plan.plantId };
              if (kind === 'propose') setPlan({ ...proposedPlanOf(request), ...chosen, id: request.id, version: request.version });
            }}
          />
        ) : null
      }
      isOnlyText
      actions={request?.chatSessionId ? chatLink(request.chatSessionId, MESSAGES.openChat) : null}
    >
      <DetailState query={query} skeletonLines={[4, 6]}>
        {(loaded) => (
          <>
            {loaded.state === 'proposed' ? <Notice kind="info" title={MESSAGES.waitsForCustomer} /> : null}
            {shownForm === 'decline' ? <DeclineForm key={loaded.id} request={loaded} onDone={() => setForm(undefined)} /> : null}
            {shownForm === 'propose' && current ? (
              <ProposalForm
                key={loaded.id}
                request={loaded}
                plan={current}
                onChange={(changed) => setPlan({ ...changed, id: loaded.id, version: loaded.version })}
                onDone={() => {
                  setForm(undefined);
                  setPlan(undefined);
                }}
              />
            ) : null}
            {current ? (
              <PlantLoadCard
                dataSource={loaded.dataset}
                orderType={loaded.orderType}
                requestId={loaded.id}
                own={ownLoads(loaded, current)}
                onChoosePlant={
                  // The customer comes to the plant that they chose, so another one has to be proposed.
                  loaded.kind === 'pour' && isOpenRequest(loaded.state) && (!loaded.isPickedUp || shownForm === 'propose')
                    ? (plantId) => setPlan({ ...current, plantId, id: loaded.id, version: loaded.version })
                    : undefined
                }
              />
            ) : null}
            <RequestSections request={loaded} timeZone={loaded.timeZone} />
          </>
        )}
      </DetailState>
    </SideDrawer>
  );
}

/** Returns the plan of a request as the customer made it. Confirm uses this plan, even while a proposal waits for the customer. */
function planOf(request: DeskRequestDetail, { startsAt, quantity, intervalMinutes }: Proposed = request): Plan {
  return {
    plantId: request.plantId,
    day: dayAt(startsAt, request.timeZone),
    startTime: formatTime(startsAt, request.timeZone),
    quantity: String(quantity),
    intervalMinutes: intervalMinutes === null ? '' : String(intervalMinutes),
  };
}

type Proposed = Pick<DeskRequestDetail, 'startsAt' | 'quantity' | 'intervalMinutes'>;

/** Returns the initial values of a new proposal: those of the last proposal, or of the request. */
function proposedPlanOf(request: DeskRequestDetail): Plan {
  const { proposal, proposedPlantId } = request;
  const plan = planOf(request, proposal ?? request);
  return { ...plan, plantId: proposedPlantId ?? plan.plantId };
}

/** The loads to draw: all of the order that a request makes or moves, and yards to add until the order has them. */
function ownLoads({ kind, state, truckLoad, orderType }: DeskRequestDetail, { plantId, day, startTime, ...plan }: Plan) {
  const isWhole = kind === 'pour' || kind === 'move' || kind === 'release';
  const quantity = isWhole || (kind === 'add' && isOpenRequest(state)) ? readNumber(plan.quantity) || 0 : 0;
  const intervalMinutes = readNumber(plan.intervalMinutes) || null;
  return { plantId, day, startTime, quantity, ...loadsOf({ quantity, intervalMinutes, yardsPerHour: null }, { truckLoad }, orderType) };
}

interface AnswersProps {
  request: DeskRequestDetail;
  /** The plant that the dispatcher chose, if they did. */
  plantId: number | undefined;
  onForm: (kind: 'propose' | 'decline') => void;
}

function Answers({ request, plantId, onForm }: AnswersProps) {
  const confirming = useConfirm();
  return (
    <>
      <Button variant="default" disabled={confirming.isPending} onClick={() => onForm('decline')}>
        {MESSAGES.decline}
      </Button>
      {request.kind === 'pour' ? (
        <Button variant="default" disabled={confirming.isPending} onClick={() => onForm('propose')}>
          {MESSAGES.propose}
        </Button>
      ) : null}
      <Button
        loading={confirming.isPending}
        onClick={() =>
          confirming.mutate({
            ...request,
            chosenPlantId: request.kind === 'pour' && !request.isPickedUp && plantId !== request.plantId ? plantId : undefined,
          })
        }
      >
        {request.state === 'proposed' ? MESSAGES.confirmAsMade : MESSAGES.confirm}
      </Button>
    </>
  );
}
