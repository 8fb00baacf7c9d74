import type { CodeSample } from '../contract/document.ts';
import { baseUrl, type Call, type Setting, token } from './call.ts';

/** With our client, which reads the responses. */
export function typescript(call: Call): CodeSample {
  const values = [
    ...call.parameters.map(({ variable }) => setting(variable)),
    ...(call.body === undefined ? [] : [objectOf(call.body)]),
    ...(call.takesToken ? [`{ accessToken: ${setting(token.variable)} }`] : []),
  ];
  const source = `// ${call.summary}
import { createClient } from 'account-access-client';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`\${name} is not set\`);
  return value;
};

const client = createClient({ baseUrl: ${setting(baseUrl.variable)} });
const result = await client.result.${call.id}(
${values.map((value) => `  ${value},`).join('\n')}
);
if (result.ok) {
${call.shown.map((name) => `  console.log(\`${name}: \${result.data.${name}}\`);`).join('\n')}
} else {
  const { code, reason, message, traceId } = result.failure;
  console.error(code, reason, message, traceId);
${call.mayNeedCode ? `  if (reason === 'otp_required') console.error('Set ACCOUNT_ACCESS_OTP to the current one-time code.');\n` : ''}  process.exitCode = 1;
}
`;
  return { lang: 'TypeScript', label: 'TypeScript', source };
}

function setting(variable: string): string {
  return `setting('${variable}')`;
}

function objectOf(fields: readonly Setting[]): string {
  const lines = fields.map(({ name, variable, needed }) =>
    needed
      ? `${name}: ${setting(variable)}`
      : `...(process.env.${variable} && { ${name}: process.env.${variable} })`,
  );
  return `{ ${lines.join(', ')} }`;
}
