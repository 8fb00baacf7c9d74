import { basename, dirname } from 'node:path';

/**
 * # component-names-are-their-files
 *
 * **What.** Components are named in PascalCase. One that has a file is in `components/<kind>/<Name>.yaml`, and where the
 * root document lists it, the name listed is the file's.
 *
 * **Why.** The bundler names a component after its file, and generators name types after the component. A file in
 * another case, or listed under another name, gives the same thing two names.
 *
 * **Fix.** Rename the file, or the entry.
 *
 * @type {import('../redocly.d.ts').Rule}
 */
export const componentNamesAreTheirFiles = () => ({
  ref: {
    enter(reference, { location, report }) {
      const file = String(reference.$ref).split('#')[0] ?? '';
      if (!/(^|\/)components\/[a-z]+\/|^[^/]+\.ya?ml$/i.test(file) || dirname(file).endsWith('paths')) return;
      if (!/^[A-Z][A-Za-z0-9]*\.yaml$/.test(basename(file)))
        report({
          message: `The file ${file} of a component is not named in PascalCase.`,
          location: location.child('$ref'),
        });
    },
  },
  Components: {
    enter(components, { location, report }) {
      for (const [kind, entries] of Object.entries(components)) {
        if (kind.startsWith('x-') || typeof entries !== 'object' || entries === null) continue;
        for (const [name, entry] of Object.entries(entries)) {
          const place = location.child([kind, name]).key();
          const file = typeof entry?.$ref === 'string' ? basename(entry.$ref, '.yaml') : name;
          if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
            report({ message: `Component \`${name}\` is not named in PascalCase.`, location: place });
          if (file !== name)
            report({ message: `Component \`${name}\` comes from a file of another name.`, location: place });
        }
      }
    },
  },
});
