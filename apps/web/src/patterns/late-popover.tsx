import { Popover, type PopoverProps } from '@mantine/core';
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useOpened } from '#web/lib/overlays/use-overlay.ts';

/** The button that opens a menu or popover. */
export type PopupButton = ReactElement<ComponentProps<'button'>>;

/**
 * The button of a popup of Mantine that is mounted when it is first opened: each one that is mounted with its page renders twice and measures,
 * which made every start of a page slower.
 */
export function useLateTarget(button: PopupButton, popupType: 'dialog' | 'menu', isOpen: boolean) {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const [isNeeded, setIsNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setIsNeeded(true);
  return {
    id,
    isNeeded,
    button: cloneElement(button, {
      ref,
      id,
      'aria-haspopup': popupType,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    }),
    /** For Mantine's `Target`. */
    target: <ButtonElsewhere of={ref} />,
  };
}

/** Gives Mantine the element of a button that is rendered elsewhere. */
export function ButtonElsewhere({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }): ReactNode {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of]);
  return null;
}

/** A button with Mantine's popover, which is mounted when it is first opened. The button has to open and close it. */
export function LatePopover({ button, opened = false, children, ...props }: PopoverProps & { button: PopupButton; opened: boolean }) {
  const late = useLateTarget(button, 'dialog', opened);
  return (
    <>
      {late.button}
      {late.isNeeded ? (
        <MountedPopover {...props} id={late.id} opened={opened}>
          <Popover.Target>{late.target}</Popover.Target>
          {children}
        </MountedPopover>
      ) : null}
    </>
  );
}

function MountedPopover({ opened, ...props }: PopoverProps & { opened: boolean }) {
  return <Popover {...props} opened={useOpened(opened)} />;
}
