import { Icon } from '#web/patterns/icon.tsx';
import { ASSISTANT_MESSAGES } from '../assistant.messages.ts';
import classes from './prompt-cards.module.css';

/** The example questions with their icons. */
function examples() {
  const { orders, truck, payments } = ASSISTANT_MESSAGES.prompts;
  return [
    { icon: 'orders', ...orders },
    { icon: 'truck', ...truck },
    { icon: 'payments', ...payments },
  ] as const;
}

interface PromptsProps {
  onChoose: (text: string) => void;
}

/** Cards with three example questions, for an empty conversation (AST-02). */
export function PromptCards({ onChoose }: PromptsProps) {
  return (
    <ul className={classes.cards} aria-label={ASSISTANT_MESSAGES.prompts.label}>
      {examples().map(({ icon, title, text }) => (
        <li key={title}>
          <button type="button" className={classes.card} onClick={() => onChoose(text)}>
            <Icon name={icon} size={20} className={classes.icon} />
            <span className={classes.title}>{title}</span>
            <span className={classes.text}>{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The same example questions in one line, for a conversation that already has messages (AST-02). */
export function PromptLine({ onChoose }: PromptsProps) {
  return (
    <ul className={classes.line} aria-label={ASSISTANT_MESSAGES.prompts.label}>
      {examples().map(({ icon, title, text }) => (
        <li key={title}>
          <button type="button" className={classes.small} onClick={() => onChoose(text)}>
            <Icon name={icon} size={14} />
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
