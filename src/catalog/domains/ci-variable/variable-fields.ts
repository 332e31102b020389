import { flag, line, oneOf, required, text } from '../../field.ts';

export const variableKey = required(
  line('Name of the variable: letters, digits and _, at most 255.', { maxLength: 255, aliases: ['name', 'variable'] }),
);

/** What a CI variable is made of at every level. */
export const variableValue = text('Value. A masked one has at least 8 characters without blanks.');

export const variableSettings = {
  variable_type: oneOf(
    'How jobs see it: env_var a value, file a path to a file with the value. Default env_var.',
    ['env_var', 'file'],
    { aliases: ['type'], synonyms: { variable: 'env_var', env: 'env_var' } },
  ),
  protected: flag('Whether only pipelines of protected branches and tags get it. Default false.'),
  masked: flag('Whether logs hide its value. Default false.'),
  raw: flag('Whether $ in the value is just a character and not expanded. Default false.'),
  description: line('What it is for.', { maxLength: 255 }),
} as const;

export const maskedAndHidden = flag('Whether logs hide its value and nobody can read it back. Default false.', {
  aliases: ['hidden'],
});

/** Several variables may share a key; this one of them is meant. */
export const whichScope = line('Environments of the variable that is meant, when several share the key.', {
  place: 'query',
  wire: 'filter[environment_scope]',
  aliases: ['scope', 'environment'],
});

export const newScope = line('Environments it is for: a name, a pattern such as review/*, or * for all. Default *.', {
  aliases: ['scope', 'environment'],
});

export const changedScope = line('Environments it is for from now on.', {
  wire: 'environment_scope',
  aliases: ['new_scope'],
});
