import { useId } from 'react';
import classes from './filter-select.module.css';
import { Icon } from './icon.tsx';

interface FilterSelectProps<Value extends string> {
  label: string;
  /** The first option is the default. */
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A filter with a few values. It uses the native select, which is easy to use by touch. */
export function FilterSelect<Value extends string>({ label, options, value, onChange }: FilterSelectProps<Value>) {
  const id = useId();
  return (
    <div className={classes.filter} data-used={value !== options[0]?.value || undefined}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <select
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={16} className={classes.icon} />
    </div>
  );
}
