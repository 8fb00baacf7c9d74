import type { CodeSample } from '../contract/document.ts';
import { baseUrl, type Call, token } from './call.ts';

/** With only `fetch`: an ES module for Node, and for a page if the settings come from elsewhere. */
export function javascript(call: Call): CodeSample {
  const path = call.parameters.reduce(
    (text, { name, variable }) => text.replace(`{${name}}`, `\${encodeURIComponent(setting('${variable}'))}`),
    call.path,
  );
  const headers = [
    ...(call.takesToken ? [`Authorization: \`Bearer \${setting('${token.variable}')}\``] : []),
    ...(call.body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const fields = (call.body ?? []).map(({ name, variable, needed }) =>
    needed ? `${name}: setting('${variable}'),` : `${name}: process.env.${variable} || undefined,`,
  );
  const source = `// ${call.summary}
const setting = (name) => {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`\${name} is not set\`);
  return value;
};

const response = await fetch(\`\${setting('${baseUrl.variable}')}${path}\`, {
  method: '${call.method}',
  headers: { ${headers.join(', ')} },
${call.body === undefined ? '' : `  body: JSON.stringify({\n${fields.map((field) => `    ${field}\n`).join('')}  }),\n`}});
const { status, data } = await response.json();
if (status.code === 200) {
${call.shown.map((name) => `  console.log(\`${name}: \${data.${name}}\`);`).join('\n')}
} else {
  console.error(status.code, status.reason, status.message, status.trace_id);
${call.mayNeedCode ? `  if (status.reason === 'otp_required') console.error('Set ACCOUNT_ACCESS_OTP to the current one-time code.');\n` : ''}  process.exitCode = 1;
}
`;
  return { lang: 'JavaScript', label: 'JavaScript', source };
}
