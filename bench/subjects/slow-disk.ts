import Libsql from 'libsql';

const never = new Int32Array(new SharedArrayBuffer(4));

/** From now on every durable commit of this process takes so many milliseconds more, as on a disk that is really asked. */
export function slowDown(ms: number): void {
  const { exec } = Libsql.prototype;
  Libsql.prototype.exec = function (this: Libsql.Database, statement: string) {
    const result = exec.call(this, statement);
    // As a slow disk does, this stops whoever commits.
    if (statement === 'commit') Atomics.wait(never, 0, 0, ms);
    return result;
  };
}
