import { Checkbox, Input } from '@mantine/core';
import { ALL_SCOPES, GRANTABLE_SCOPES, type GrantedScope, SERVICE_RESOURCES } from '@yardage/contract/service-scopes';
import { resourceName } from '@yardage/domain/resource-name';
import type { ReactNode } from 'react';
import { INTEGRATIONS_MESSAGES, INTEGRATION_KEYS_MESSAGES as MESSAGES } from '../integrations.messages.ts';
import classes from './integrations.module.css';

interface ChoicesProps {
  label: string;
  hint?: string;
  error?: ReactNode;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const toggled = (chosen: readonly string[], value: string, isOn: boolean): string[] =>
  isOn ? [...chosen, value] : chosen.filter((each) => each !== value);

/** A few values to check. */
export function Choices({ label, hint, error, options, chosen, onChange }: ChoicesProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" description={hint} error={error}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be styled like the other labels */}
      <div role="group" aria-label={label} className={classes.grants} data-invalid={Boolean(error) || undefined}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(event) => onChange(toggled(chosen, option.value, event.currentTarget.checked))}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

/** The scopes of a service key: all, or reading and writing of each resource. */
export function ScopeChoices({ error, chosen, onChange }: Pick<ChoicesProps, 'error' | 'chosen' | 'onChange'>) {
  const hasAll = chosen.includes(ALL_SCOPES);
  return (
    <Input.Wrapper label={MESSAGES.scopes} labelElement="div" error={error}>
      <Checkbox
        label={INTEGRATIONS_MESSAGES.everything}
        checked={hasAll}
        onChange={(event) => onChange(event.currentTarget.checked ? [ALL_SCOPES] : [])}
      />
      {hasAll ? null : (
        <table className={classes.scopes} aria-label={MESSAGES.scopes}>
          <thead>
            <tr>
              <th scope="col">{MESSAGES.resource}</th>
              <th scope="col">{MESSAGES.read}</th>
              <th scope="col">{MESSAGES.write}</th>
            </tr>
          </thead>
          <tbody>
            {SERVICE_RESOURCES.map((resource) => (
              <tr key={resource}>
                <th scope="row">{resourceName(resource)}</th>
                {(['read', 'write'] as const).map((verb) => (
                  <td key={verb}>
                    {GRANTABLE_SCOPES.includes(`${resource}:${verb}` as GrantedScope) ? (
                      <Checkbox
                        aria-label={`${resourceName(resource)}: ${MESSAGES[verb]}`}
                        checked={chosen.includes(`${resource}:${verb}`)}
                        onChange={(event) => onChange(toggled(chosen, `${resource}:${verb}`, event.currentTarget.checked))}
                      />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Input.Wrapper>
  );
}
