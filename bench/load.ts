import { once } from 'node:events';
import { connect } from 'node:net';

const body = JSON.stringify({ identity: 'demo@example.com', password: 'demo-password' });

/** How many answers to a login came in this time. Each connection sends its next request when it has its answer. */
export async function load(url: string, header: string, ms: number, connections: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const head = `POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}`;
  const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const until = performance.now() + ms;
  const count = async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    let answers = 0;
    let received = '';
    socket.write(request);
    return new Promise<number>((resolve, reject) => {
      socket.on('error', reject).on('close', () => reject(new Error('the connection was closed')));
      socket.on('data', (octets) => {
        received += octets.toString('latin1');
        const end = received.indexOf('\r\n\r\n');
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1]);
        if (end < 0 || received.length < end + 4 + length) return;
        received = '';
        answers += 1;
        if (performance.now() < until) return socket.write(request);
        resolve(answers);
        socket.destroy();
      });
    });
  };
  const counts = await Promise.all(Array.from({ length: connections }, count));
  return counts.reduce((total, one) => total + one, 0);
}
